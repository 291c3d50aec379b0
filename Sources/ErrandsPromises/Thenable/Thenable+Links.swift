public import Errands
public import ErrandsEager

/// The links of a chain, whatever calls their handlers. A link is settled in the last step of the handler before
/// it: so a chain needs no stack.
extension Thenable {
  /// - Parameter kind: By default that of the handlers that are called there.
  @inlinable
  func mapping<U>(
    on delivery: Delivery,
    as kind: EagerKind? = nil,
    _ body: @escaping @Sendable (T) throws -> U
  ) -> Promise<U> {
    let next = Promise<U>(source: eagerSource)
    pass(to: next, as: kind ?? delivery.eagerKind) { outcome in
      switch outcome {
      case .success(let value) where delivery.isImmediate: next.settle { try body(value) }
      case .success(let value): delivery.call(for: next) { next.settle { try body(value) } }
      case .failure(let error): next.settle(.failure(error))
      }
    }
    return next
  }

  /// A link of our own, which calls no handler of the user's: none holds it up.
  @inlinable
  func passing<U>(_ change: @escaping @Sendable (T) throws -> U) -> Promise<U> {
    mapping(on: .immediate, as: .link, change)
  }

  @inlinable
  func chaining<U: Thenable>(
    on delivery: Delivery,
    _ body: @escaping @Sendable (T) throws -> U
  ) -> Promise<U.T> {
    let next = Promise<U.T>(source: eagerSource)
    pass(to: next, as: delivery.eagerKind) { outcome in
      switch outcome {
      case .success(let value) where delivery.isImmediate: next.adopt { try body(value) }
      case .success(let value): delivery.call(for: next) { next.adopt { try body(value) } }
      case .failure(let error): next.settle(.failure(error))
      }
    }
    return next
  }

  /// Lets `body` look at either result, and passes the result on.
  @inlinable
  func looking(on delivery: Delivery, _ body: @escaping @Sendable (Result<T>) -> Void) -> Promise<T> {
    let next = Promise<T>(source: eagerSource)
    pass(to: next, as: delivery.eagerKind, leaving: .hears) { outcome in
      if outcome.isAbandonment { return _ = next.settle(outcome) }
      let look: @Sendable () -> Void = {
        // Even if the link has been cancelled meanwhile: a handler that cleans up has to hear of that above all.
        body(Result(outcome))
        next.settle(outcome)
      }
      delivery.call(for: next, look)
    }
    return next
  }
}
