import Foundation

/// A whole answer.
public struct FetchedData: Sendable, Hashable {
  public let head: FetchHead
  public let body: Data

  public init(head: FetchHead, body: Data) {
    self.head = head
    self.body = body
  }
}

extension FetchedData {
  /// The body, decoded from JSON.
  public func json<Value: Decodable>(_ type: Value.Type) throws(FetchError) -> Value {
    try JSONBody(url: head.url, data: body).decode(type)
  }
}
