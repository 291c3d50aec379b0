import Errands

/// Waits until both are fulfilled.
///
/// ```swift
/// when(fulfilled: user, cover).done { self.greet($0, with: $1) }
/// ```
///
/// Promises of nothing take the form that gives nothing, unless a tuple is asked for.
@_disfavoredOverload
public func when<U: Thenable, V: Thenable>(fulfilled pu: U, _ pv: V) -> Promise<(U.T, V.T)> {
  Promise(whenAll: [pu, pv]) { (try pu.fulfilled(), try pv.fulfilled()) }
}

/// Waits until all of them are fulfilled.
@_disfavoredOverload
public func when<U: Thenable, V: Thenable, X: Thenable>(
  fulfilled pu: U,
  _ pv: V,
  _ px: X
) -> Promise<(U.T, V.T, X.T)> {
  Promise(whenAll: [pu, pv, px]) { (try pu.fulfilled(), try pv.fulfilled(), try px.fulfilled()) }
}

/// Waits until all of them are fulfilled.
@_disfavoredOverload
public func when<U: Thenable, V: Thenable, X: Thenable, Y: Thenable>(
  fulfilled pu: U,
  _ pv: V,
  _ px: X,
  _ py: Y
) -> Promise<(U.T, V.T, X.T, Y.T)> {
  Promise(whenAll: [pu, pv, px, py]) {
    (try pu.fulfilled(), try pv.fulfilled(), try px.fulfilled(), try py.fulfilled())
  }
}

/// Waits until all of them are fulfilled.
@_disfavoredOverload
public func when<U: Thenable, V: Thenable, X: Thenable, Y: Thenable, Z: Thenable>(
  fulfilled pu: U,
  _ pv: V,
  _ px: X,
  _ py: Y,
  _ pz: Z
) -> Promise<(U.T, V.T, X.T, Y.T, Z.T)> {
  Promise(whenAll: [pu, pv, px, py, pz]) {
    (try pu.fulfilled(), try pv.fulfilled(), try px.fulfilled(), try py.fulfilled(), try pz.fulfilled())
  }
}

/// Waits until all of them, any number of any types, are fulfilled.
///
/// The forms for two to five stay beside it: the compiler finds no `$0.4` in a tuple that it made of a pack.
@_disfavoredOverload
public func when<U: Thenable, V: Thenable, each More: Thenable>(
  fulfilled pu: U,
  _ pv: V,
  _ more: repeat each More
) -> Promise<(U.T, V.T, repeat (each More).T)> {
  var all: [any Thenable] = [pu, pv]
  repeat all.append(each more)
  return Promise(whenAll: all) {
    (try pu.fulfilled(), try pv.fulfilled(), repeat try (each more).fulfilled())
  }
}

extension Promise {
  fileprivate convenience init(
    whenAll thenables: [any Thenable],
    _ values: @escaping @Sendable () throws -> T
  ) {
    self.init(source: nil)
    gather(thenables) { _ in try values() }
  }
}

extension Thenable {
  /// The value of one that has said that it has one.
  ///
  /// Not by a cast of what it said, as an `Any`: a value that is an optional, and nil, would be taken for none.
  func fulfilled() throws -> T {
    guard case .fulfilled(let value) = result else { throw PMKError.badInput }
    return value
  }
}
