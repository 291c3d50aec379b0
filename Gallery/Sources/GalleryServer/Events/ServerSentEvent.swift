import NIOCore

/// An event of a stream, in the form in which it goes over the wire (HTML standard, section 9.2).
struct ServerSentEvent: Sendable, Equatable {
  /// Counts up from 1; nil for one that shows only that the stream lives.
  let id: UInt64?
  let name: String
  /// One line of JSON.
  let data: String

  static let heartbeat = ServerSentEvent(id: nil, name: "", data: "")

  var text: String {
    guard let id else { return ": alive\n\n" }
    return "id: \(id)\nevent: \(name)\ndata: \(data)\n\n"
  }

  var buffer: ByteBuffer { ByteBuffer(string: text) }
}
