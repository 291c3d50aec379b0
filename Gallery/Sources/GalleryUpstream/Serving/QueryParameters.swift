import Foundation

/// What follows the question mark of a request, as forms write it: `+` is a space, and of a name that comes more
/// than once the first value counts.
///
/// `URLComponents` is not for this: its `percentEncodedQuery` ends the process where a client's query is not
/// well encoded.
struct QueryParameters: Sendable {
  private let values: [String: String]

  /// - Parameter query: still percent-encoded, without the question mark.
  init(_ query: String?) {
    let pairs = (query ?? "").split(separator: "&").map { pair in
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (Self.decoded(sides[0]), sides.count == 2 ? Self.decoded(sides[1]) : "")
    }
    values = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }

  /// `nil` where there is no such name, and empty where it has no value.
  subscript(name: String) -> String? { values[name] }

  /// What cannot be decoded stays as it came.
  private static func decoded(_ text: Substring) -> String {
    let spaced = text.replacing("+", with: " ")
    return spaced.removingPercentEncoding ?? String(spaced)
  }
}
