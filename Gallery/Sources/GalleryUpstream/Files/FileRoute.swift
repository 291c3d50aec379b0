import Foundation
import GalleryConnections

/// A request for a file of any size: `/files/{name}?bytes=&seed=&break=&fault=`.
struct FileRoute: Sendable, Hashable {
  /// How large a file may be: up to 16 GiB.
  static let sizes = 0...17_179_869_184
  /// How large it is where no size was asked for: 1 MiB.
  static let usualSize = 1_048_576

  /// Decoded; whatever a client may have put into its address.
  let name: String
  let size: Int
  /// What its bytes come from; `nil` takes that of the invented world.
  let seed: UInt64?
  /// The byte before which an answer breaks off that has it; nil breaks off none. Who goes on from there gets the rest,
  /// and who begins anew comes no further.
  let breakingOff: Int?
  /// What is to go wrong with this answer alone.
  let fault: UpstreamFault?

  /// - Returns: `nil` for a path of another shape, and for a name that is no text.
  /// - Throws: ``QueryMistake`` where the query asks for what cannot be had.
  init?(path: String, query: String?) throws(QueryMistake) {
    let segments = path.split(separator: "/", omittingEmptySubsequences: false)
    guard segments.count == 3, segments[0].isEmpty, segments[1] == "files",
      let name = segments[2].removingPercentEncoding, !name.isEmpty
    else { return nil }
    let parameters = QueryParameters(query)
    self.name = name
    size = try parameters.number("bytes", within: Self.sizes) ?? Self.usualSize
    seed = try parameters.number("seed", within: 0...UInt64.max)
    breakingOff = try parameters.number("break", within: Self.sizes)
    fault = try parameters.fault()
  }
}
