import Foundation

/// What makes two loads the same: everything in a request that can change its answer. Or what the caller says, where one and
/// the same thing has many addresses.
struct FetchKey: Sendable, Hashable {
  /// What of a load is shared.
  enum Stage: Sendable, Hashable {
    /// All of it: the look into the cache, and what follows.
    case load
    /// The server's answer as it comes.
    case answer
    /// The question whether what is stored still holds: for a 304, what is stored is the answer.
    case validation
  }

  /// An address is no key: a key may look like one, such as a signed address without its signature, and then somebody without a
  /// signature would be given what was loaded with one.
  private enum Name: Sendable, Hashable {
    case address(String)
    case key(String)
  }

  private let stage: Stage
  private let method: FetchRequest.Method
  private let name: Name
  private let fields: [HTTPFields.Field]
  private let body: RequestBody?
  /// Nil where the cache has been looked into.
  private let cacheUse: CacheUse?

  init(_ request: FetchRequest, _ stage: Stage = .load) {
    self.stage = stage
    method = request.method
    name = request.key.map { .key($0) } ?? .address(request.url.absoluteString)
    body = request.body
    // A key of the caller's stands for the fields, too, but for those that ask for a part, or for a newer state.
    fields = request.fields.all.filter { request.key == nil || Self.isOfAnswer($0.name) }
      .map { HTTPFields.Field($0.name.lowercased(), $0.value) }
    // From there on it matters only whether the answer may be stored.
    cacheUse = stage == .load || request.cacheUse == .none ? request.cacheUse : nil
  }

  private static func isOfAnswer(_ name: String) -> Bool {
    let name = name.lowercased()
    return name == "range" || name.hasPrefix("if-") || name == "cache-control"
  }
}
