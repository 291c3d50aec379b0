import NIOCore

/// An event of a stream, in the form in which it goes over the wire (HTML standard, section 9.2). The form is made once,
/// however many listeners there are.
final class ServerSentEvent: Sendable {
  /// Nil for an event that is not kept for listeners that come back.
  let id: EventID?
  let name: String
  let topic: EventTopic
  /// The batch that it is about, if there is one.
  let batch: String?
  /// Where it stands in all that was told of batches; nil for an event that is no such news.
  let place: Int64?
  /// Where the first thing that it tells stands there: several are told as one.
  let first: Int64?
  let buffer: ByteBuffer

  /// - Parameter data: One line of JSON.
  init(
    id: EventID?,
    name: String,
    data: String,
    topic: EventTopic = .loads,
    batch: String? = nil,
    place: Int64? = nil,
    first: Int64? = nil
  ) {
    self.id = id
    self.name = name
    self.topic = topic
    self.batch = batch
    self.place = place
    self.first = first ?? place
    let number = id.map { "id: \($0)\n" } ?? ""
    buffer = ByteBuffer(string: name.isEmpty ? ": alive\n\n" : "\(number)event: \(name)\ndata: \(data)\n\n")
  }

  /// For one who has heard what stands up to a place: nothing, where that is all of it, and that something was missed, where
  /// it is a part.
  func unheard(after place: Int64) -> ServerSentEvent? {
    guard let first, let last = self.place, first <= place else { return self }
    return last <= place ? nil : .missed([topic], id: id)
  }

  /// Shows only that the stream lives.
  static let heartbeat = ServerSentEvent(id: nil, name: "", data: "")

  /// Says that something of these topics was not told, so that whoever wants to know has to read it.
  static func missed(_ topics: Set<EventTopic>, id: EventID?) -> ServerSentEvent {
    let names = EventTopic.allCases.filter(topics.contains).map(\.rawValue)
    return ServerSentEvent(id: id, name: "missed", data: JSONText.line(["topics": names]))
  }

  var text: String { String(buffer: buffer) }
}

extension ServerSentEvent: Equatable {
  static func == (one: ServerSentEvent, other: ServerSentEvent) -> Bool { one.buffer == other.buffer }
}

/// An event before it has a number.
struct EventDraft: Sendable {
  let name: String
  /// One line of JSON.
  let data: String
  var topic = EventTopic.loads
  /// The batch that it is about, if there is one.
  var batch: String?
  /// Where it stands in all that was told of batches: its last thing, where it tells several.
  var place: Int64?
  /// And its first.
  var first: Int64?
}
