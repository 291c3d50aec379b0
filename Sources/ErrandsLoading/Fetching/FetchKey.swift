import Foundation

/// What makes two loads the same: everything in a request that can change its answer. Or what the caller says, where one and
/// the same thing has many addresses.
struct FetchKey: Sendable, Hashable {
  /// An address is no key: a key may look like one, such as a signed address without its signature, and then somebody without a
  /// signature would be given what was loaded with one.
  private enum Name: Hashable {
    case address(String)
    case key(String)
  }

  private let method: FetchRequest.Method
  private let name: Name
  private let fields: [HTTPFields.Field]
  private let body: RequestBody?
  private let cacheUse: CacheUse

  init(_ request: FetchRequest) {
    method = request.method
    name = request.key.map { .key($0) } ?? .address(request.url.absoluteString)
    body = request.body
    cacheUse = request.cacheUse
    // A key of the caller's stands for the fields, too, but for those that ask for a part, or for a newer state.
    fields = request.fields.all.filter { request.key == nil || Self.isOfAnswer($0.name) }
      .map { HTTPFields.Field($0.name.lowercased(), $0.value) }
  }

  private static func isOfAnswer(_ name: String) -> Bool {
    let name = name.lowercased()
    return name == "range" || name.hasPrefix("if-") || name == "cache-control"
  }
}
