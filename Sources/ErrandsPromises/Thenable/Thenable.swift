import Errands
public import ErrandsEager

/// Something that will have a result: a ``Promise``, a ``Guarantee``, or a type of your own.
@preconcurrency
public protocol Thenable: AnyObject, Sendable {
  /// What it will have.
  associatedtype T: Sendable

  /// Calls the handler once with the result: now, where there is one, else when there is.
  @preconcurrency
  func pipe(to: @escaping @Sendable (Result<T>) -> Void)

  /// The result, or nil while there is none.
  var result: Result<T>? { get }
}

extension Thenable {
  /// The error that it ended with, or nil.
  @inlinable
  public var error: (any Error)? {
    if case .rejected(let error) = result { error } else { nil }
  }

  /// The value that it ended with, or nil.
  @inlinable
  public var value: T? {
    if case .fulfilled(let value) = result { value } else { nil }
  }

  /// Whether it has not ended.
  @inlinable
  public var isPending: Bool { result == nil }

  /// Whether it has ended.
  @inlinable
  public var isResolved: Bool { result != nil }

  /// Whether it has a value.
  @inlinable
  public var isFulfilled: Bool { value != nil }

  /// Whether it has an error.
  @inlinable
  public var isRejected: Bool { error != nil }
}

extension Thenable {
  /// Itself, where it is one of ours; all casts of it are decided when an operator is compiled for its type.
  @inlinable
  var eagerSource: (any EagerSource)? { self as? EagerSettlement<T> }

  /// As ``pipe(to:)``, and told as well that nothing will come.
  ///
  /// A thenable of the user's may call its handlers twice, or never: what it says goes through a promise of ours. A
  /// `when` of a thenable that called twice once ended without the others.
  @inlinable
  func whenResolved(
    as kind: EagerKind = .step,
    _ handler: @escaping @Sendable (Swift.Result<T, any Error>) -> Void
  ) {
    if let cell = self as? EagerSettlement<T> {
      cell.whenDecided(as: kind, handler)
    } else {
      let guarded = Promise<T>(source: nil)
      guarded.whenDecided(as: kind, handler)
      pipe { guarded.settle($0.outcome) }
    }
  }

  /// As ``whenResolved(as:_:)``, for a handler that belongs to somebody who may unsubscribe, from what is returned.
  @inlinable
  func subscribe(
    _ handler: @escaping @Sendable (Swift.Result<T, any Error>) -> Void
  ) -> EagerSubscription? {
    if let cell = self as? EagerSettlement<T> { return cell.subscribe(handler) }
    whenResolved(as: .link, handler)
    return nil
  }

  /// As ``whenResolved(as:_:)``, for the handler that settles `next`.
  ///
  /// - Parameter leaving: What becomes of the handler once `next` has been cancelled.
  @inlinable
  func pass<Next: Sendable>(
    to next: EagerSettlement<Next>,
    as kind: EagerKind = .link,
    leaving: EagerLeaving = .goes,
    _ handler: @escaping @Sendable (Swift.Result<T, any Error>) -> Void
  ) {
    if let cell = self as? EagerSettlement<T> {
      cell.pass(to: next, as: kind, leaving: leaving, handler)
    } else {
      whenResolved(as: kind, handler)
    }
  }
}
