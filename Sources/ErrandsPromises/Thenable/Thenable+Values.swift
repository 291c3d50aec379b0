public import Dispatch
import Errands

extension Thenable where T: Collection, T.Element: Sendable {
  /// The first of the values; of none, the promise is broken with ``PMKError/emptySequence``.
  @inlinable
  public var firstValue: Promise<T.Element> {
    passing { values in try values.first.orEmptySequence() }
  }

  /// The last of the values; of none, the promise is broken with ``PMKError/emptySequence``.
  @inlinable
  public var lastValue: Promise<T.Element> {
    passing { values in try values.suffix(1).first.orEmptySequence() }
  }

  /// The first of the values that `test` says true of; where there is none, the promise is broken with
  /// ``PMKError/emptySequence``.
  @inlinable
  @_disfavoredOverload
  @available(swift, introduced: 6)
  public func firstValue(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    where test: @escaping @Sendable (T.Element) -> Bool
  ) -> Promise<T.Element> {
    mapping(on: .on(on, flags)) { values in try values.first { test($0) }.orEmptySequence() }
  }

  /// The first of the values that `test`, on the main actor, says true of.
  @inlinable
  @available(swift, introduced: 6)
  public func firstValue(
    on: MainQueue = .main,
    where test: @escaping @MainActor (T.Element) -> Bool
  ) -> Promise<T.Element> {
    mapping(on: .mainQueue, onMainActor { values in try values.first { test($0) }.orEmptySequence() })
  }
}

extension Thenable where T: Sequence, T.Element: Comparable & Sendable {
  /// The values in ascending order. On the queue where changes are made unless another is said: it takes time.
  @inlinable
  public func sortedValues(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil
  ) -> Promise<[T.Element]> {
    mapping(on: .on(on, flags)) { values in values.sorted() }
  }
}

extension Optional {
  /// The value of a sequence that was looked for.
  @inlinable
  func orEmptySequence() throws -> Wrapped {
    guard let self else { throw PMKError.emptySequence }
    return self
  }
}
