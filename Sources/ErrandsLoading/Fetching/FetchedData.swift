import Foundation

/// A whole answer.
public struct FetchedData: Sendable, Hashable {
  /// The head of the answer.
  public let head: FetchHead
  /// The body, whole.
  public let body: Data

  /// An answer with this head and body.
  public init(head: FetchHead, body: Data) {
    self.head = head
    self.body = body
  }
}

extension FetchedData {
  /// The body, decoded from JSON.
  ///
  /// - Throws: ``FetchError/Cause/malformedJSON(reason:)`` where the body is no JSON, and
  ///   ``FetchError/Cause/unexpectedJSON(path:reason:)`` where it has another shape.
  public func json<Value: Decodable>(_ type: Value.Type) throws(FetchError) -> Value {
    try JSONBody(url: head.url, data: body).decode(type)
  }
}
