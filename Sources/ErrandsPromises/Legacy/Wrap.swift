/// From a completion handler of the shape `(value, error)`; see `Resolver/resolve(_:_:)`.
@available(*, deprecated, message: "Use Promise { seal in … seal.resolve … }")
@preconcurrency
public func wrap<T>(_ body: (@escaping @Sendable (T?, (any Error)?) -> Void) throws -> Void) -> Promise<T> {
  Promise { seal in try body { seal.resolve($0, $1) } }
}

/// From a completion handler of the shape `(value, error)` where a value is always given; the error counts.
@available(*, deprecated, message: "Use Promise { seal in … seal.resolve … }")
@preconcurrency
public func wrap<T>(_ body: (@escaping @Sendable (T, (any Error)?) -> Void) throws -> Void) -> Promise<T> {
  Promise { seal in try body { seal.resolve($0, $1) } }
}

/// From a completion handler of the shape `(error, value)`; see `Resolver/resolve(_:_:)`.
@available(*, deprecated, message: "Use Promise { seal in … seal.resolve … }")
@preconcurrency
public func wrap<T>(_ body: (@escaping @Sendable ((any Error)?, T?) -> Void) throws -> Void) -> Promise<T> {
  Promise { seal in try body { seal.resolve($0, $1) } }
}

/// From a completion handler of the shape `(error)`.
@available(*, deprecated, message: "Use Promise { seal in … seal.resolve … }")
@preconcurrency
public func wrap(_ body: (@escaping @Sendable ((any Error)?) -> Void) throws -> Void) -> Promise<Void> {
  Promise { seal in try body { seal.resolve($0) } }
}

/// From a completion handler of the shape `(value)`.
@available(*, deprecated, message: "Use Promise { seal in … seal.fulfill … }")
@preconcurrency
public func wrap<T>(_ body: (@escaping @Sendable (T) -> Void) throws -> Void) -> Promise<T> {
  Promise { seal in try body { seal.fulfill($0) } }
}
