import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import Foundation
import GalleryJobs

extension Script {
  /// The beginning and the end of a JPEG, which is as much as is looked at, and something in between.
  static func photo(_ text: String = "photo", headers: HeaderFields = [:]) -> Script {
    .ok(Array(jpeg(text)), contentType: "image/jpeg", headers: headers)
  }

  static func jpeg(_ text: String = "photo") -> Data {
    Data([0xFF, 0xD8, 0xFF, 0xDA]) + Data(text.utf8) + Data([0xFF, 0xD9])
  }
}

extension PhotoBatch {
  /// A batch of addresses on the upstream.
  init(
    _ paths: [String],
    from upstream: ScriptedUpstream,
    to folder: TemporaryFolder? = nil,
    with fetcher: Fetcher = .local()
  ) {
    self.init(addresses: paths, fetcher: fetcher)
    base = upstream.url
    directory = folder?.path
  }
}

extension Events<PhotoBatchEvent> {
  var members: [PhotoMember] {
    all.compactMap { event in
      if case .member(let member) = event { member } else { nil }
    }
  }

  var summaries: [PhotoBatchSummary] {
    all.compactMap { event in
      if case .done(let summary) = event { summary } else { nil }
    }
  }

  /// Whether each member was told once, and the end once and last.
  func areComplete(of count: Int) -> Bool {
    guard case .done = all.last else { return false }
    return summaries.count == 1 && members.map(\.index).sorted() == Array(0..<count)
  }
}
