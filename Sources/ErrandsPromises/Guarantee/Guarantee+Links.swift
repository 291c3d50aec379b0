public import Errands
public import ErrandsEager

extension GuaranteeMixin {
  /// - Parameter kind: By default that of the handlers that are called there.
  @inlinable
  func turning<U>(
    on delivery: Delivery,
    as kind: EagerKind? = nil,
    _ body: @escaping @Sendable (T) -> U
  ) -> Guarantee<U> {
    let next = Guarantee<U>(source: eagerSource)
    pass(to: next, as: kind ?? delivery.eagerKind) { outcome in
      switch outcome {
      case .success(let value) where delivery.isImmediate: next.settle { body(value) }
      case .success(let value): delivery.call(for: next) { next.settle { body(value) } }
      case .failure(let lost): next.settle(.failure(lost))
      }
    }
    return next
  }

  /// A link of our own, which calls no handler of the user's: none holds it up.
  @inlinable
  func forwarding<U>(_ change: @escaping @Sendable (T) -> U) -> Guarantee<U> {
    turning(on: .immediate, as: .link, change)
  }

  @inlinable
  func joining<U>(on delivery: Delivery, _ body: @escaping @Sendable (T) -> Guarantee<U>) -> Guarantee<U> {
    let next = Guarantee<U>(source: eagerSource)
    pass(to: next, as: delivery.eagerKind) { outcome in
      switch outcome {
      case .success(let value) where delivery.isImmediate: next.adopt { body(value) }
      case .success(let value): delivery.call(for: next) { next.adopt { body(value) } }
      case .failure(let lost): next.settle(.failure(lost))
      }
    }
    return next
  }
}
