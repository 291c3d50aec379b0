/// Something that can be cancelled, once or many times, from any thread.
@preconcurrency
public protocol Cancellable: Sendable {
  /// Ends the work or the subscription. No effect the second time.
  func cancel()
}
