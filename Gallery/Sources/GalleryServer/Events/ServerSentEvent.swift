import NIOCore

/// An event of a stream, in the form in which it goes over the wire (HTML standard, section 9.2).
struct ServerSentEvent: Sendable, Equatable {
  /// Counts up from 1; nil for an event that is not kept for listeners that come back.
  let id: UInt64?
  let name: String
  /// One line of JSON.
  let data: String
  var topic = EventTopic.loads

  /// Shows only that the stream lives.
  static let heartbeat = ServerSentEvent(id: nil, name: "", data: "")

  var text: String {
    guard !name.isEmpty else { return ": alive\n\n" }
    let number = id.map { "id: \($0)\n" } ?? ""
    return "\(number)event: \(name)\ndata: \(data)\n\n"
  }

  var buffer: ByteBuffer { ByteBuffer(string: text) }
}
