import Foundation

/// What to fetch.
public struct FetchRequest: Sendable, Hashable {
  public enum Method: String, Sendable, Hashable {
    case get = "GET"
    case head = "HEAD"

    /// Whether doing it twice is the same as doing it once (RFC 9110, section 9.2.2). Only such a request is
    /// tried again.
    public var isIdempotent: Bool {
      switch self {
      case .get, .head: true
      }
    }
  }

  public var url: URL
  public var method: Method
  public var fields: HTTPFields

  public init(_ url: URL, method: Method = .get, fields: HTTPFields = [:]) {
    self.url = url
    self.method = method
    self.fields = fields
  }

  /// A request for an address as a person types it.
  ///
  /// - Throws: ``FetchError/invalidURL(_:reason:)`` for anything but an absolute http or https URL with a host.
  public init(address: String, method: Method = .get, fields: HTTPFields = [:]) throws(FetchError) {
    self.init(try URL(fetching: address), method: method, fields: fields)
  }
}
