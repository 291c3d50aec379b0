import Foundation

/// An answer as a ``SharedTier`` has it: its head with what is known of how it came, its body, and a checksum of both.
struct SharedAnswer: Sendable {
  private static let signature = "errands answer 2"

  let head: CachedHead
  let body: Data

  init(head: CachedHead, body: Data) {
    self.head = head
    self.body = body
  }

  var encoded: Data {
    var writer = ByteWriter()
    writer.put(Self.signature)
    head.encode(into: &writer)
    writer.put(UInt64(body.count))
    let content = writer.bytes + body
    var end = ByteWriter()
    end.put(XXHash64.hash(content))
    return content + end.bytes
  }

  /// Nil where it is not what was written.
  init?(_ bytes: Data) {
    let content = bytes.dropLast(8)
    var end = ByteReader(bytes.suffix(8))
    var reader = ByteReader(content)
    guard end.number() == XXHash64.hash(content), reader.text() == Self.signature,
      let head = CachedHead(from: &reader), let count = reader.count(), count == reader.left
    else { return nil }
    self.init(head: head, body: Data(content.suffix(count)))
  }

  /// As from the server, but for its age.
  func response(to request: FetchRequest, at now: Int64) -> TransportResponse {
    var fields = head.head.fields
    fields["Age"] = "\(head.age(at: now))"
    return TransportResponse(
      head: FetchHead(url: request.url, status: head.head.status, fields: fields),
      body: TransportBody(body)
    )
  }
}
