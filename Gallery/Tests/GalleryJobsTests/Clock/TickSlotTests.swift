import Foundation
import Testing

@testable import GalleryJobs

@Suite("Room for one tick", .timeLimit(.minutes(1)))
struct TickSlotTests {
  private func tick(_ number: Int) -> ClockTick {
    ClockTick(tick: number, time: Date(timeIntervalSince1970: 0))
  }

  /// A reader that stands still for an hour is not shown an hour of ticks when it goes on.
  @Test("Who comes late gets the newest tick, once")
  func newest() async throws {
    let slot = TickSlot()
    for number in 1...5 { slot.put(tick(number)) }
    #expect(try await slot.next().value() == tick(5))
    let next = slot.next().run()
    #expect(next.outcome == nil)
    slot.put(tick(6))
    #expect(try await next.value == tick(6))
  }

  @Test("Who waits gets the next one, and it is not given out again")
  func waiting() async throws {
    let slot = TickSlot()
    let run = slot.next().run()
    slot.put(tick(1))
    #expect(try await run.value == tick(1))
    let next = slot.next().run()
    #expect(next.outcome == nil)
    slot.put(tick(2))
    #expect(try await next.value == tick(2))
  }
}
