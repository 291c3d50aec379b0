import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOFoundationCompat

/// A picture or a file of the page, and what is answered to a client that wants it whole, in part, or only if changed.
struct ServedContent: Sendable {
  /// What is said of the bytes, but for their age. Where two are the same, so are the bytes, as the tag stands for them.
  struct Metadata: Equatable, Sendable {
    fileprivate let type: String
    fileprivate let tag: String
    fileprivate let caching: String
    fileprivate let negotiation: HTTPField.Name?
    /// What `Content-Encoding` says of the bytes; nil for those that are as they are.
    fileprivate let coding: String?
    /// Whether it is known already that the client has it, and the bytes are not here.
    fileprivate let isUnchanged: Bool
  }

  let bytes: Data
  let metadata: Metadata
  let age: String?

  /// What `Cache-Control` says of what has another address when it is another.
  static let unchanging = "public, max-age=86400, immutable"

  /// - Parameters:
  ///   - tag: Its strong entity tag, with the quotes. Default: a digest of the bytes.
  ///   - caching: What `Cache-Control` says, empty for nothing. Default: what stands at the address does not change.
  ///   - age: How many seconds of that are over; nil where none is.
  ///   - negotiation: The field of the request that decided on the format; nil where none did.
  ///   - coding: The content coding of the bytes; nil, the default, for none.
  ///   - isUnchanged: Whether the client has it. Default false.
  init(
    bytes: Data,
    type: String,
    tag: String? = nil,
    caching: String = Self.unchanging,
    age: String? = nil,
    negotiatedBy negotiation: HTTPField.Name? = nil,
    coding: String? = nil,
    isUnchanged: Bool = false
  ) {
    self.bytes = bytes
    self.age = age
    metadata = Metadata(
      type: type,
      tag: tag ?? "\"\(Data(SHA256.hash(data: bytes).prefix(16)).base64URL)\"",
      caching: caching,
      negotiation: negotiation,
      coding: coding,
      isUnchanged: isUnchanged
    )
  }

  /// The same packed, which is another representation with another tag; nil where there is no memory for it.
  func packed() -> ServedContent? {
    Gzip.packed(bytes).map {
      ServedContent(
        bytes: $0,
        type: metadata.type,
        caching: metadata.caching,
        negotiatedBy: metadata.negotiation,
        coding: "gzip"
      )
    }
  }

  func response(to request: Request) -> Response {
    if metadata.isUnchanged { return Response(status: .notModified, headers: headers) }
    if let wanted = request.headers[.ifMatch], !names(wanted, weakly: false) {
      let detail = "Something else is here now; leave out If-Match to get it."
      return Problem(status: .preconditionFailed, detail: detail).response
    }
    if let known = request.knownTags, names(known, weakly: true) {
      return Response(status: .notModified, headers: headers)
    }
    let range =
      request.method == .get
      ? RequestedRange(request.headers, tag: metadata.tag, length: bytes.count) : .whole
    switch range {
    case .whole: return answer(.ok, 0..<bytes.count)
    case .part(let part):
      var response = answer(.partialContent, part)
      response.headers[.contentRange] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(bytes.count)"
      return response
    case .unsatisfiable:
      let detail = "There are \(bytes.count) bytes here; ask for a range within them."
      var response = Problem(status: .rangeNotSatisfiable, detail: detail).response
      response.headers[.contentRange] = "bytes */\(bytes.count)"
      return response
    }
  }

  private var headers: HTTPFields {
    var headers: HTTPFields = [.eTag: metadata.tag, .acceptRanges: "bytes"]
    if !metadata.caching.isEmpty { headers[.cacheControl] = metadata.caching }
    if !metadata.type.isEmpty { headers[.contentType] = metadata.type }
    if let age { headers[.age] = age }
    if let coding = metadata.coding { headers[.contentEncoding] = coding }
    if let negotiation = metadata.negotiation { headers[.vary] = negotiation.rawName }
    return headers
  }

  private func answer(_ status: HTTPResponse.Status, _ part: Range<Int>) -> Response {
    let content = bytes[(bytes.startIndex + part.lowerBound)..<(bytes.startIndex + part.upperBound)]
    return Response(status: status, headers: headers, body: Self.body(content))
  }

  /// How many bytes are copied at a time, for the connection to send.
  static let pieceSize = 128 << 10

  /// More than a piece is copied as the client takes it: a picture of 60 MB would lie once for each of those that take their
  /// time.
  private static func body(_ content: Data) -> ResponseBody {
    guard content.count > pieceSize else { return ResponseBody(byteBuffer: ByteBuffer(data: content)) }
    return ResponseBody(contentLength: content.count) { writer in
      var rest = content
      while !rest.isEmpty {
        let piece = rest.prefix(pieceSize)
        try await writer.write(ByteBuffer(data: piece))
        rest = rest.dropFirst(piece.count)
      }
      try await writer.finish(nil)
    }
  }

  /// Whether what is here is among the tags of a condition (RFC 9110, sections 13.1.1 and 13.1.2).
  ///
  /// - Parameter weakly: Whether a tag counts before which a proxy has put `W/`.
  private func names(_ tags: String, weakly: Bool) -> Bool {
    tags.split(separator: ",").contains { member in
      let member = member.trimmingCharacters(in: .whitespaces)
      return member == "*" || member == metadata.tag || weakly && member == "W/" + metadata.tag
    }
  }
}

extension Request {
  /// The tags of what the client has, as they stand in `If-None-Match`; several fields are one list.
  var knownTags: String? {
    let fields = headers[values: .ifNoneMatch]
    return fields.isEmpty ? nil : fields.joined(separator: ", ")
  }

  /// The same, where they may be answered to at once: `If-Match` is looked at before them (RFC 9110, section 13.2.2).
  var decidingTags: String? { headers[.ifMatch] == nil ? knownTags : nil }

  /// Whether the client has what has this strong tag, and the content need not be read for it.
  func knows(_ tag: String) -> Bool { decidingTags?.contains(tag) == true }
}
