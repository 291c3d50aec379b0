/// Calls handlers on the spot, on the thread that resolves the promise: what `on: nil` says, as a value.
public struct CurrentThreadDispatcher: Dispatcher {
  /// A dispatcher; all of them do the same.
  public init() {}

  /// Calls the work.
  public func dispatch(_ body: @escaping @Sendable () -> Void) { body() }
}
