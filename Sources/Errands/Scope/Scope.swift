/// A lifetime that runs are tied to. Its owner (a view model, a request handler, a screen) stores it; when it
/// ends, by ``cancel()`` or because the owner lets go of it, every run in it is cancelled.
///
/// ```swift
/// final class ChartScreen: Sendable {
///   private let scope = Scope()
///
///   func load(_ chart: Errand<Chart>) {
///     chart.run(for: self, in: scope, on: .mainActor) { screen, outcome in screen.show(outcome) }
///   }
///
///   func show(_ outcome: Result<Chart, any Error>) {}
/// }
/// ```
public final class Scope: Sendable {
  @usableFromInline let registry = ScopeRegistry()

  /// A scope that has not ended.
  public init() {}

  deinit { registry.end() }

  /// Cancels every run in it, oldest first, and every later one before its work starts. Linear in the number
  /// of runs in flight; no effect the second time.
  public func cancel() { registry.end() }

  /// Whether it has ended; what is run in it from then on is cancelled before it starts.
  public var isEnded: Bool { registry.isEnded }

  /// How many runs are in flight in it.
  public var runCount: Int { registry.count }
}

extension Scope: Cancellable {}

/// The runs of a scope. Runs hold it strongly and it holds them; each run leaves it when it settles, and the
/// scope empties it at its end, so nothing keeps anything alive for longer than it is in flight.
@usableFromInline
final class ScopeRegistry: Sendable {
  private let state = Lock(InFlight())

  var isEnded: Bool { state.withLock { $0.isClosed } }
  var count: Int { state.withLock { $0.count } }

  /// The run's place, to remove it by; nil where the scope has ended, so that the run must not start.
  @usableFromInline
  func add(_ run: AnyRun) -> InFlight.Place? {
    state.withLock { $0.enter(run) }
  }

  @usableFromInline
  func remove(_ place: InFlight.Place) {
    // Handed out of the lock: this may be the last reference to the run.
    _ = state.withLock { $0.leave(place) }
  }

  /// Cancels every run, oldest first.
  func end() {
    CallRound.make(state.withLock { $0.close() }) { $0.cancel() }
  }
}
