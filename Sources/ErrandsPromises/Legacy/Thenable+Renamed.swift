public import Dispatch
import Errands

extension Thenable where T: Sequence, T.Element: Sendable {
  /// As `filterValues(on:flags:_:)`.
  @available(*, deprecated, renamed: "filterValues(on:_:)")
  @_disfavoredOverload
  @available(swift, introduced: 6)
  public func filter(
    on: DispatchQueue? = conf.Q.map,
    test: @escaping @Sendable (T.Element) -> Bool
  ) -> Promise<[T.Element]> {
    filterValues(on: on, test)
  }

  /// As `filterValues(_:)`.
  @available(swift, introduced: 6)
  @available(*, deprecated, renamed: "filterValues(_:)")
  public func filter(on: MainQueue = .main, test: @escaping @MainActor (T.Element) -> Bool) -> Promise<
    [T.Element]
  > {
    filterValues(test)
  }
}

extension Thenable where T: Collection, T.Element: Sendable {
  /// As ``firstValue``.
  @available(*, deprecated, renamed: "firstValue")
  public var first: Promise<T.Element> { firstValue }

  /// As ``lastValue``.
  @available(*, deprecated, renamed: "lastValue")
  public var last: Promise<T.Element> { lastValue }
}

extension Thenable where T: Sequence, T.Element: Comparable & Sendable {
  /// As `sortedValues(on:flags:)`.
  @available(*, deprecated, renamed: "sortedValues(on:)")
  public func sorted(on: DispatchQueue? = conf.Q.map) -> Promise<[T.Element]> {
    sortedValues(on: on)
  }
}
