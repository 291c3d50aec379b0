import GalleryConnections

/// A parameter of a query with a value that cannot be had.
struct QueryMistake: Error, Equatable, CustomStringConvertible {
  let parameter: String
  let value: String
  /// What can be, as in `a number from 1 to 10`.
  let allowed: String

  var description: String { "\(parameter)=\(value) is not possible; give \(allowed)." }
}

extension QueryParameters {
  /// A number within a range; nil where the query has none of that name.
  func number<Number: FixedWidthInteger>(
    _ name: String,
    within allowed: ClosedRange<Number>
  ) throws(QueryMistake) -> Number? {
    guard let text = self[name] else { return nil }
    // Digits only: `Int` would take +5.
    guard text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains), let number = Number(text),
      allowed.contains(number)
    else {
      let range = "a number from \(allowed.lowerBound) to \(allowed.upperBound)"
      throw QueryMistake(parameter: name, value: String(text.prefix(40)), allowed: range)
    }
    return number
  }

  /// What is to go wrong with this answer alone; nil where nothing is.
  func fault() throws(QueryMistake) -> UpstreamFault? {
    guard let text = self["fault"] else { return nil }
    guard let fault = UpstreamFault(rawValue: text) else {
      let names = UpstreamFault.allCases.map(\.rawValue).joined(separator: ", ")
      throw QueryMistake(parameter: "fault", value: text, allowed: "one of \(names)")
    }
    return fault
  }
}
