import GalleryJobs
import Testing

@testable import GalleryServer

@Suite("The names of events")
struct EventIDTests {
  @Test("A name says of which process it is, the how many, and what was told of batches by then")
  func text() {
    let id = EventID(epoch: "3k9", number: 12, cursor: BatchCursor(store: "a7", place: 40))
    #expect("\(id)" == "3k9-12-a7.40")
    #expect(EventID("3k9-12-a7.40") == id)
    #expect(EventID("3k9-12") == EventID(epoch: "3k9", number: 12))
  }

  @Test(
    "Other texts are no names",
    arguments: [
      "900", "", "-", "a-", "-7", "a-x", "a-7-", "a-7-b", "a-7-b.c", "a-7-b.-1", "a-7-.1", "a-7-b.01",
      "a-7-b.1-",
    ]
  )
  func none(_ text: String) {
    #expect(EventID(text) == nil)
  }

  @Test("Who names no event has come for the first time; who names what is none has missed nobody knows what")
  func resumption() {
    #expect(EventResumption(field: nil) == .first)
    #expect(EventResumption(field: "") == .first)
    #expect(EventResumption(field: "900") == .unknown)
    #expect(EventResumption(field: "a-7") == .after(EventID(epoch: "a", number: 7)))
  }

  @Test(
    "A cursor is its text, and other texts are none",
    arguments: ["a", "a.", ".1", "a.b", "a.1.2", "a b.1", "ä.1"]
  )
  func cursor(_ text: String) {
    #expect(BatchCursor(text) == nil)
    #expect(BatchCursor("\(BatchCursor(store: "x1", place: 0))") == BatchCursor(store: "x1", place: 0))
  }
}
