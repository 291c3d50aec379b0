import Errands
import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import Foundation
import GalleryJobs

extension GifsJob {
  /// A job that asks the upstream, and may reach it on loopback.
  static func asking(
    _ upstream: ScriptedUpstream,
    style: JobStyle = .closure,
    key: String? = "secret-key",
    retry: RetryPolicy = .never,
    clock: any Clock<Duration> = ContinuousClock()
  ) throws -> GifsJob {
    let giphy = try Giphy(base: upstream.url.absoluteString, key: key)
    let fetcher = Fetcher.local(retry: retry, clock: clock, over: giphy.transport)
    return GifsJob(giphy: giphy, fetcher: fetcher, style: style)
  }
}

extension Gif {
  /// A hit with one rendition, at an address of the upstream.
  init(_ id: String, title: String? = "Mèo Vui GIF", at url: URL) {
    let rendition = GifRendition(name: "downsized_large", url: url, width: 1, height: 1, bytes: nil)
    self.init(id: id, title: title, url: nil, rating: nil, renditions: [rendition])
  }
}

extension Events<GifsEvent> {
  var results: [GifResult] {
    all.compactMap { event in
      if case .hit(let result) = event { result } else { nil }
    }
  }

  /// Whether each hit was told once, after its progress, and the end once and last.
  func areComplete(of count: Int) -> Bool {
    var done: Set<Int> = []
    for event in all.dropLast() {
      switch event {
      case .progress(let index, _) where done.contains(index): return false
      case .progress: break
      case .hit(let result): guard done.insert(result.index).inserted else { return false }
      case .done: return false
      }
    }
    guard case .done = all.last else { return false }
    return done == Set(0..<count)
  }
}
