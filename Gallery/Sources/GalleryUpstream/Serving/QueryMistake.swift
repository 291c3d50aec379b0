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
