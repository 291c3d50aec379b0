import Foundation

/// The head of an answer.
public struct FetchHead: Sendable, Hashable {
  /// The address that answered, after redirects.
  public let url: URL
  /// The status code (RFC 9110, section 15).
  public let status: Int
  /// The header fields.
  public let fields: HTTPFields

  /// A head for a transport to give.
  public init(url: URL, status: Int, fields: HTTPFields) {
    self.url = url
    self.status = status
    self.fields = fields
  }

  /// The length of the body in bytes as the server declared it, or nil where it did not, or where the body is
  /// compressed and its length says nothing about what arrives.
  public var contentLength: Int64? {
    guard fields["Content-Encoding"] == nil else { return nil }
    guard let text = fields["Content-Length"], FieldList.number(text) != nil else { return nil }
    return Int64(text)
  }
}
