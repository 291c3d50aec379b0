import ErrandsCombine

/// The watchers of a clock, as a value: no lock, no side effect.
struct WatchersState: Sendable {
  typealias Watcher = @Sendable (ClockTick) -> Void

  private var watchers: [(id: Int, watcher: Watcher)] = []
  private var lastID = 0
  /// Which timer it is. A timer that is stopped may tick once more, and a timer that is set too late is not kept.
  private var era = 0
  private var timer: SafeCancellable?
  private var ticks = 0

  var isWatched: Bool { !watchers.isEmpty }

  /// The watcher's number; and, for the first one, that of the timer to be started.
  mutating func add(_ watcher: @escaping Watcher) -> (id: Int, era: Int?) {
    let isFirst = watchers.isEmpty
    lastID += 1
    watchers.append((lastID, watcher))
    guard isFirst else { return (lastID, nil) }
    era += 1
    ticks = 0
    return (lastID, era)
  }

  /// False where the timer is no longer wanted, and is to be cancelled.
  mutating func keep(_ timer: SafeCancellable, of era: Int) -> Bool {
    guard era == self.era, isWatched else { return false }
    self.timer = timer
    return true
  }

  /// The watcher, to be let go of outside the lock; and the timer, to be cancelled, if it was the last one.
  mutating func remove(_ id: Int) -> (watcher: Watcher?, timer: SafeCancellable?) {
    guard let index = watchers.firstIndex(where: { $0.id == id }) else { return (nil, nil) }
    let watcher = watchers.remove(at: index).watcher
    return (watcher, watchers.isEmpty ? timer.take() : nil)
  }

  /// The number of the tick, and the watchers to be told of it.
  mutating func tick(of era: Int) -> (tick: Int, watchers: [Watcher]) {
    guard era == self.era, isWatched else { return (ticks, []) }
    ticks += 1
    return (ticks, watchers.map(\.watcher))
  }
}
