import Foundation

/// A file as an origin server has it, with what it says of it: it answers ranges, conditions and HEAD the way HTTP
/// wants them answered (RFC 9110 sections 13 and 14), and breaks off where a test wants it to.
///
/// ```swift
/// let file = ServedFile(Array("0123456789".utf8), entityTag: "\"a1\"")
/// let upstream = try await ScriptedUpstream.start { request in
///   // The first try breaks off in the middle.
///   file.answer(to: request, breakingOffAt: request.number == 1 ? 5 : nil)
/// }
/// ```
public struct ServedFile: Sendable {
  /// The bytes of a file.
  public enum Content: Sendable {
    /// Bytes that are there.
    case bytes([UInt8])
    /// So many bytes that are computed while they are sent: the function gives any part of them, and is asked for a
    /// block of at most 64 KiB at a time.
    case computed(count: Int, @Sendable (Range<Int>) -> [UInt8])
  }

  /// The bytes.
  public var content: Content
  /// `ETag` as it is sent, with its quotes, and with `W/` before them where it is weak; `nil` for none.
  public var entityTag: String?
  /// When it was last changed, for `Last-Modified`, to the second; `nil` for never said.
  public var lastModified: Date?
  /// `Content-Type`.
  public var contentType: String
  /// Other fields of its answers. `Date` is added where it is not among them.
  public var headers: HeaderFields
  /// Whether a part can be had. Where it cannot, `Range` is passed over and `Accept-Ranges` says `none`.
  public var acceptsRanges: Bool

  /// A file with this content.
  public init(
    _ content: Content,
    entityTag: String? = nil,
    lastModified: Date? = nil,
    contentType: String = "application/octet-stream",
    headers: HeaderFields = [:],
    acceptsRanges: Bool = true
  ) {
    self.content = content
    self.entityTag = entityTag
    self.lastModified = lastModified
    self.contentType = contentType
    self.headers = headers
    self.acceptsRanges = acceptsRanges
  }

  /// A file with these bytes.
  public init(
    _ bytes: [UInt8],
    entityTag: String? = nil,
    lastModified: Date? = nil,
    contentType: String = "application/octet-stream",
    headers: HeaderFields = [:],
    acceptsRanges: Bool = true
  ) {
    self.init(
      .bytes(bytes),
      entityTag: entityTag,
      lastModified: lastModified,
      contentType: contentType,
      headers: headers,
      acceptsRanges: acceptsRanges
    )
  }

  /// How many bytes it has.
  public var count: Int {
    switch content {
    case .bytes(let bytes): bytes.count
    case .computed(let count, _): max(0, count)
    }
  }

  /// `ETag` and `Last-Modified` as they are sent: what a client has to come back with.
  public var validators: HeaderFields {
    var fields = HeaderFields()
    if let entityTag { fields.append(name: "ETag", value: entityTag) }
    if let lastModified { fields.append(name: "Last-Modified", value: lastModified.httpText) }
    return fields
  }
}
