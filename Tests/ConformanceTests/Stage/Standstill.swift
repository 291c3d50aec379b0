import Dispatch
import ErrandsTesting

/// What keeps a place from telling anybody anything: somebody's slow work, or a suspension.
struct Standstill: Sendable {
  enum Cause: String, CaseIterable, Sendable {
    case busy, suspended
  }

  private let place: Place
  private let isOver = DispatchSemaphore(value: 0)

  init(_ cause: Cause, at place: Place) async throws {
    self.place = place
    if cause == .suspended {
      place.close()
      return
    }
    let begun = Events<Void>()
    place.queue.async { [isOver] in
      begun.record(())
      isOver.wait()
    }
    do {
      try await patiently("the slow work's beginning") { _ = try await begun.event(1) }
    } catch {
      // The main queue is everybody's.
      isOver.signal()
      throw error
    }
  }

  /// Lets the place go on; once more has no effect.
  func end() {
    place.open()
    isOver.signal()
  }
}
