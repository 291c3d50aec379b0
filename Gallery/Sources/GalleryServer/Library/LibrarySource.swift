import ErrandsLoading
import Foundation
import GalleryJobs

/// What is to be kept: something that this server has shown, or can load itself.
enum LibrarySource: Sendable, Equatable {
  /// A picture, by its own address.
  case picture(URL)
  case chart(ChartSource)

  /// A chart, by what it was asked for with.
  struct ChartSource: Sendable, Equatable, Hashable {
    var country: String
    var kind: MusicFeed.Kind
    var limit: Int
    /// When it was put together, where the client has it already.
    var updated: String?

    /// What it is kept under: a chart of another day is another chart.
    func address(updated: String) -> String { "chart:\(country)/\(kind.rawValue)/\(limit)/\(updated)" }
  }

  /// What it is kept under; `nil` for a chart of which that is not known before it is loaded.
  func address(_ own: OwnUpstream) -> String? {
    switch self {
    case .picture(let url): own.name(of: url)
    case .chart(let chart): chart.updated.map { chart.address(updated: $0) }
    }
  }
}

extension LibrarySource {
  /// Reads `{"image":"/image/…"}`, `{"url":"https://…"}` or `{"chart":{"country":"vn","kind":"songs","limit":25}}`.
  ///
  /// - Throws: A problem with status 403 for an image that this server did not show, and 422 for something else that
  ///   cannot be kept.
  init(json: [String: Any], signer: ImageSigner) throws(Problem) {
    switch (json["image"], json["url"], json["chart"]) {
    case (let image as String, nil, nil):
      self = .picture(try signer.named(signer.url(behind: image)))
    case (nil, let address as String, nil):
      self = .picture(try signer.fetched(address))
    case (nil, nil, let chart as [String: Any]): self = .chart(try ChartSource(json: chart))
    default:
      throw .wrong(
        #"Name one thing to keep; send {"image":"/image/…"}, {"url":"https://…"} or {"chart":{…}}."#
      )
    }
  }
}

extension LibrarySource.ChartSource {
  fileprivate init(json: [String: Any]) throws(Problem) {
    guard let country = json["country"] as? String, let kind = json["kind"] as? String,
      let limit = json["limit"] as? Int
    else {
      throw .wrong(#"Say which chart; send {"chart":{"country":"vn","kind":"songs","limit":25}}."#)
    }
    guard let kind = MusicFeed.Kind(rawValue: kind) else {
      throw .wrong("There are no charts of “\(kind.prefix(40))”; choose albums or songs.")
    }
    do {
      _ = try MusicFeed(country: country, kind: kind, limit: limit)
    } catch {
      throw .wrong("\(error)")
    }
    let updated = json["updated"] as? String
    guard (updated == nil) == (json["updated"] == nil),
      updated.map({ $0.utf8.count <= 100 && !$0.utf8.contains { $0 < 0x20 } }) ?? true
    else {
      throw .wrong("The chart's moment is none; send the “updated” that it came with, or leave it out.")
    }
    self.init(country: country.lowercased(), kind: kind, limit: limit, updated: updated)
  }
}
