import Testing

@testable import GalleryServer

@Suite("A server-sent event on the wire")
struct ServerSentEventTests {
  @Test("It has a number, a name and one line of data, and ends with an empty line")
  func event() {
    let id = EventID(epoch: "a", number: 7)
    let event = ServerSentEvent(id: id, name: "load", data: #"{"load":1}"#)
    #expect(event.text == "id: a-7\nevent: load\ndata: {\"load\":1}\n\n")
    #expect(String(buffer: event.buffer) == event.text)
  }

  @Test("That something was missed has the topics of which it was, in one order")
  func missed() {
    let event = ServerSentEvent.missed([.photos, .loads], id: EventID(epoch: "a", number: 7))
    #expect(event.text == "id: a-7\nevent: missed\ndata: {\"topics\":[\"loads\",\"photos\"]}\n\n")
  }

  /// As an event, it would wake the page every few seconds for nothing.
  @Test("A sign of life is a comment, which a browser does not hand on")
  func heartbeat() {
    #expect(ServerSentEvent.heartbeat.text == ": alive\n\n")
  }

  /// A line break in the data would end the event in its middle, and the rest would be read as fields.
  @Test("Whatever is in a label or an error, the event stays on one line")
  func oneLine() {
    let event = LoadEvent(
      load: .named("a"),
      label: "two\nlines\r\nid: 9",
      state: .failed,
      completed: 0,
      total: nil,
      milliseconds: 3,
      error: "“quoted”\n\nand more"
    )
    #expect(!event.json.contains { $0.isNewline })
    #expect(event.json.contains(#""state":"failed""#))
  }
}
