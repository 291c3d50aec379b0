public import Dispatch
import ErrandsEager

/// The same, for code in Swift 5 mode, which leaves isolation to its author.
extension Thenable where T: Collection, T.Element: Sendable {
  /// The first of the values that `test` says true of; where there is none, the promise is broken with
  /// ``PMKError/emptySequence``. For code in Swift 5 mode, which leaves isolation to its author.
  @inlinable
  @available(swift, obsoleted: 6)
  public func firstValue(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    where test: @escaping (T.Element) -> Bool
  ) -> Promise<T.Element> {
    let test = unchecked(test)
    return mapping(on: .on(on, flags)) { values in try values.first { test($0) }.orEmptySequence() }
  }
}
