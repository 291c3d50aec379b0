public import Dispatch
import ErrandsEager

/// The same, for code in Swift 5 mode, which leaves isolation to its author.
extension Thenable where T: Sequence, T.Element: Sendable {
  /// As `filterValues(on:flags:_:)`. For code in Swift 5 mode, which leaves isolation to its author.
  @available(*, deprecated, renamed: "filterValues(on:_:)")
  @available(swift, obsoleted: 6)
  public func filter(
    on: DispatchQueue? = conf.Q.map,
    test: @escaping (T.Element) -> Bool
  ) -> Promise<[T.Element]> {
    filterValues(on: on, unchecked(test))
  }
}
