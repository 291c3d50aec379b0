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

  /// Cancels every run in it, oldest first, and every later one before its work starts. No effect the second
  /// time.
  public func cancel() { registry.end() }

  /// Whether it has ended; what is run in it from then on is cancelled before it starts.
  public var isEnded: Bool { registry.isEnded }

  /// How many runs are in flight in it.
  public var runCount: Int { registry.count }
}

extension Scope: Cancellable {}
