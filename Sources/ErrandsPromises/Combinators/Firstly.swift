import Errands

/// Begins a chain: `body` is called at once, and what it throws breaks the promise.
///
/// ```swift
/// firstly {
///   try fetch(query)
/// }.done { self.chart = $0 }
/// ```
@inlinable
public func firstly<U: Thenable>(execute body: () throws -> U) -> Promise<U.T> {
  let promise = Promise<U.T>(source: nil)
  promise.adopt(from: body)
  return promise
}

/// Begins a chain that cannot fail: gives the guarantee that `body` gives.
@inlinable
public func firstly<T>(execute body: () -> Guarantee<T>) -> Guarantee<T> {
  body()
}
