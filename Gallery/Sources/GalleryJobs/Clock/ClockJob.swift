import Errands
import ErrandsCombine

/// Watches a clock, in any style.
public struct ClockJob: Sendable {
  private let clock: WallClock

  public init(_ clock: WallClock) {
    self.clock = clock
  }

  /// Watches until so many ticks have come. Cancelling leaves the clock, which stops if it has no other watcher.
  ///
  /// - Parameters:
  ///   - count: How many ticks, none where it is not positive; `nil` watches until it is cancelled.
  ///   - onTick: Called with each tick, one after the other.
  public func watch(
    _ count: Int? = nil,
    by style: JobStyle = .publisher,
    onTick: @escaping @Sendable (ClockTick) -> Void
  ) -> Errand<Void> {
    Errand("clock") { [clock] in
      let count = count ?? .max
      guard count > 0 else { return }
      switch style {
      case .publisher:
        // Not `prefix`: OpenCombine's ends only when it is given one more than it wants.
        var left = count
        for await tick in clock.ticks.elements {
          onTick(tick)
          left -= 1
          if left == 0 { return }
        }
        throw CancellationError()
      default:
        let slot = TickSlot()
        let watching = clock.watch(slot.put)
        defer { watching.cancel() }
        for _ in 0..<count { onTick(try await style.carry(slot.next()).value()) }
      }
    }
  }
}
