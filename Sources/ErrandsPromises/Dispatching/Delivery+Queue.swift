public import Dispatch
public import Errands

extension Delivery {
  /// What `on:` and `flags:` of an operator say; nil is the thread that resolves the promise.
  @inlinable
  static func on(_ queue: DispatchQueue?, _ flags: DispatchWorkItemFlags?) -> Delivery {
    guard let queue else { return .immediate }
    return .asynchronous(queue, flags)
  }

  @usableFromInline
  static func asynchronous(_ queue: DispatchQueue, _ flags: DispatchWorkItemFlags?) -> Delivery {
    if let dispatcher = StandInQueue.dispatcher(of: queue) { return .through(dispatcher) }
    guard let flags else { return .queue(queue) }
    return .queue(queue, flags)
  }

  /// For handlers that are main-actor code: like the main queue that PromiseKit's defaults name, always later.
  @usableFromInline static let mainQueue = Delivery.queue(.main)
}

/// A handler that is main-actor code, as one that ``Delivery/mainQueue`` can be given.
@inlinable
func onMainActor<Input: Sendable, Output: Sendable>(
  _ body: @escaping @MainActor (Input) throws -> Output
) -> @Sendable (Input) throws -> Output {
  { input in try MainActor.assumeIsolated { try body(input) } }
}

/// As `onMainActor(_:)`, for handlers that throw nothing.
@inlinable
func onMainActor<Input: Sendable, Output: Sendable>(
  _ body: @escaping @MainActor (Input) -> Output
) -> @Sendable (Input) -> Output {
  { input in MainActor.assumeIsolated { body(input) } }
}
