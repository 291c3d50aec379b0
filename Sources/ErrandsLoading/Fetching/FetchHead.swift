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
    guard fields["Content-Encoding"] == nil,
      let length = fields["Content-Length"].flatMap({ FieldList.number($0) })
    else { return nil }
    return length < .max ? length : nil
  }

  /// By what the rest of this body can be asked for, where that breaks off; nil where it cannot: what is no whole, or has no strong
  /// validator. A body that a transport decompresses has other lengths than what is on the connection.
  var resumableValidator: Validator? {
    guard status == 200, fields["Content-Encoding"] == nil, fields["Accept-Ranges"]?.lowercased() != "none"
    else { return nil }
    return Validator(strong: fields)
  }
}
