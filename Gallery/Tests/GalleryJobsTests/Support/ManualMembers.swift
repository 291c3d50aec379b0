import Errands
import ErrandsTesting

/// The members of a batch, which a test settles by hand.
final class ManualMembers: Sendable {
  /// The places of those whose work was stopped, in the order in which it was.
  let stopped = Events<Int>()
  private let begun = Events<(index: Int, callback: Callback<String>)>()
  private let count: Int

  init(_ count: Int) {
    self.count = count
  }

  /// - Parameter probe: Held by the work of each for as long as it is under way.
  func errands(holding probe: LiveObjects.Object? = nil) -> [Errand<String>] {
    (0..<count).map { index in
      .fromCallback("member \(index)") { [begun, stopped] callback in
        callback.onCancel {
          withExtendedLifetime(probe) {}
          stopped.record(index)
        }
        begun.record((index, callback))
      }
    }
  }

  var begunCount: Int { begun.count }

  /// Waits until all of them have begun.
  func allBegun() async throws { if count > 0 { _ = try await begun.event(count) } }

  /// The callback of a member, once it has begun.
  func callback(_ index: Int) async throws -> Callback<String> {
    try await begun.first { $0.index == index }.callback
  }
}
