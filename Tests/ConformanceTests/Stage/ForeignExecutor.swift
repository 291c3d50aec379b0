import Dispatch
import Errands
import ErrandsTesting

/// An executor of somebody else's, which is to call each piece of work once, and does not. What it does, it
/// does at a desk.
final class ForeignExecutor: Sendable {
  enum Manner: String, CaseIterable, Sendable { case callsAgain, drops }

  let desk: Desk
  let delivery: Delivery
  private let manner: Manner
  /// A piece of work has been handed over; it has been called for the last time, or thrown away.
  private let given: Events<Void>
  private let over: Events<Void>

  init(_ manner: Manner) {
    let (desk, given, over) = (Desk(), Events<Void>(), Events<Void>())
    (self.manner, self.desk, self.given, self.over) = (manner, desk, given, over)
    delivery = Delivery { work in
      given.record(())
      guard manner == .callsAgain else { return over.record(()) }
      desk.queue.async {
        work()
        work()
        desk.queue.async {
          work()
          over.record(())
        }
      }
    }
  }

  /// The same for those that have to have called the work when they return.
  func callNow(_ work: () -> Void) {
    given.record(())
    if manner == .callsAgain {
      desk.queue.sync {
        work()
        work()
      }
    }
    over.record(())
  }

  /// Waits until it has been given something and nothing of that is left to be called.
  func isThrough() async throws {
    _ = try await given.event(1)
    _ = try await over.event(given.count)
  }
}
