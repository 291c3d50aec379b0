import Errands

/// Waits until both are resolved.
public func when<U, V>(guarantees gu: Guarantee<U>, _ gv: Guarantee<V>) -> Guarantee<(U, V)> {
  Guarantee(whenAll: [gu, gv]) { (try gu.fulfilled(), try gv.fulfilled()) }
}

/// Waits until all of them are resolved.
public func when<U, V, X>(
  guarantees gu: Guarantee<U>,
  _ gv: Guarantee<V>,
  _ gx: Guarantee<X>
) -> Guarantee<(U, V, X)> {
  Guarantee(whenAll: [gu, gv, gx]) { (try gu.fulfilled(), try gv.fulfilled(), try gx.fulfilled()) }
}

/// Waits until all of them are resolved.
public func when<U, V, X, Y>(
  guarantees gu: Guarantee<U>,
  _ gv: Guarantee<V>,
  _ gx: Guarantee<X>,
  _ gy: Guarantee<Y>
) -> Guarantee<(U, V, X, Y)> {
  Guarantee(whenAll: [gu, gv, gx, gy]) {
    (try gu.fulfilled(), try gv.fulfilled(), try gx.fulfilled(), try gy.fulfilled())
  }
}

/// Waits until all of them are resolved.
public func when<U, V, X, Y, Z>(
  guarantees gu: Guarantee<U>,
  _ gv: Guarantee<V>,
  _ gx: Guarantee<X>,
  _ gy: Guarantee<Y>,
  _ gz: Guarantee<Z>
) -> Guarantee<(U, V, X, Y, Z)> {
  Guarantee(whenAll: [gu, gv, gx, gy, gz]) {
    (try gu.fulfilled(), try gv.fulfilled(), try gx.fulfilled(), try gy.fulfilled(), try gz.fulfilled())
  }
}

/// Waits until all of them, any number of any types, are resolved.
@_disfavoredOverload
public func when<U: Sendable, V: Sendable, each More: Sendable>(
  guarantees gu: Guarantee<U>,
  _ gv: Guarantee<V>,
  _ more: repeat Guarantee<each More>
) -> Guarantee<(U, V, repeat each More)> {
  var all: [any Thenable] = [gu, gv]
  repeat all.append(each more)
  return Guarantee(whenAll: all) {
    (try gu.fulfilled(), try gv.fulfilled(), repeat try (each more).fulfilled())
  }
}

extension Guarantee {
  fileprivate convenience init(
    whenAll thenables: [any Thenable],
    _ values: @escaping @Sendable () throws -> T
  ) {
    self.init(source: nil)
    gather(thenables) { _ in try values() }
  }
}
