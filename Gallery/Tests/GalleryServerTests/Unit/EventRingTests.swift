import Testing

@testable import GalleryServer

@Suite("The ring of the latest events")
struct EventRingTests {
  private func ring(_ count: Int, countLimit: Int = 4, byteLimit: Int = 1_000_000) -> EventRing {
    var ring = EventRing(countLimit: countLimit, byteLimit: byteLimit)
    for number in 1...count { ring.append(event(number)) }
    return ring
  }

  private func event(_ number: Int) -> ServerSentEvent {
    ServerSentEvent(id: id(number), name: "n", data: String(repeating: "x", count: 1000))
  }

  private func id(_ number: Int) -> EventID { EventID(epoch: "e", number: UInt64(number)) }

  private func after(_ number: UInt64, in ring: EventRing, latest: Int) -> [UInt64]? {
    ring.events(after: number, latest: id(latest))?.events.compactMap(\.id?.number)
  }

  @Test("Gives those after an event that it still has, and nothing where it has it no more")
  func after() {
    let ring = ring(10)
    #expect(after(10, in: ring, latest: 10) == [])
    #expect(after(7, in: ring, latest: 10) == [8, 9, 10])
    #expect(after(6, in: ring, latest: 10) == nil, "what that one had told of batches is not known")
    #expect(after(0, in: ring, latest: 10) == nil)
  }

  @Test("Keeps no more than so many bytes, but the latest in any case")
  func bytes() {
    #expect(after(9, in: ring(10, countLimit: 99, byteLimit: 2500), latest: 10) == [10])
    #expect(after(8, in: ring(10, countLimit: 99, byteLimit: 2500), latest: 10) == nil)
    #expect(after(1, in: ring(2, byteLimit: 10), latest: 2) == nil)
    #expect(after(2, in: ring(2, byteLimit: 10), latest: 2) == [])
  }

  @Test("An empty one has told everything there was")
  func empty() {
    #expect(EventRing().events(after: 0, latest: id(0))?.events.isEmpty == true)
  }
}
