/// Something that can be cancelled, once or many times, from any thread.
@preconcurrency
public protocol Cancellable: Sendable {
  func cancel()
}
