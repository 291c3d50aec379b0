import Foundation

/// What makes two loads the same: everything in a request that can change its answer. Or what the caller says, where one and
/// the same thing has many addresses.
struct FetchKey: Sendable, Hashable {
  private let method: FetchRequest.Method
  private let name: String
  private let fields: [HTTPFields.Field]

  init(_ request: FetchRequest) {
    method = request.method
    name = request.key ?? request.url.absoluteString
    // A key of the caller's stands for the fields, too, but for those that ask for a part, or for a newer state.
    fields = request.fields.all.filter { request.key == nil || Self.isOfAnswer($0.name) }
      .map { HTTPFields.Field($0.name.lowercased(), $0.value) }
  }

  private static func isOfAnswer(_ name: String) -> Bool {
    let name = name.lowercased()
    return name == "range" || name.hasPrefix("if-") || name == "cache-control"
  }
}
