import Foundation
import GalleryJobs

/// Hits of a search, for people at a terminal, with the mark that Giphy asks for.
struct GifsTable {
  /// One hit: what it is, and under that where it is.
  struct Row {
    let title: String
    let facts: [String]
    let place: String
  }

  let rows: [Row]
  let summary: GifsSummary

  var text: String {
    let counts = ["\(summary.found) found", "\(summary.downloaded) downloaded", "\(summary.failed) failed"]
    let lines =
      rows.flatMap { [([$0.title] + $0.facts).joined(separator: " · ").plain, "  " + $0.place.plain] }
      + [counts.joined(separator: " · "), "Powered By GIPHY"]
    return lines.joined(separator: "\n") + "\n"
  }
}

extension GifsTable.Row {
  /// A hit that is listed; `nil` where it has no rendition.
  init?(_ gif: Gif, _ rendition: Result<GifRendition, GiphyError>) {
    guard case .success(let rendition) = rendition else { return nil }
    title = gif.shownTitle
    facts = [Self.size(rendition.width, rendition.height), Self.weight(rendition.bytes), gif.rating]
      .compactMap { $0 }
    place = rendition.url.absoluteString
  }

  /// A hit that was downloaded; `nil` where it was not.
  init?(_ result: GifResult) {
    guard let file = result.file else { return nil }
    title = result.gif.shownTitle
    facts = [
      Self.size(file.width, file.height), "\(file.frames) frames", Self.weight(file.bytes), result.gif.rating,
    ].compactMap { $0 }
    place = file.path
  }

  private static func size(_ width: Int?, _ height: Int?) -> String? {
    guard let width, let height else { return nil }
    return "\(width) × \(height)"
  }

  private static func weight(_ bytes: Int?) -> String? {
    bytes.map { Int64($0).size }
  }
}

extension Gif {
  /// Its title, or else what it has: a hit of 2016 has none.
  fileprivate var shownTitle: String { title ?? (id.isEmpty ? "untitled" : id) }
}
