import Errands

// Handlers of code in Swift 5 mode do not say from where they may be called. Their author is trusted, as by the libraries
// whose names our modules bear: with `@Sendable` in the handlers' types, every view controller in that mode was full of
// warnings.

@inlinable
package func unchecked<Output>(_ body: @escaping () throws -> Output) -> @Sendable () throws -> Output {
  let body = Unchecked(body)
  return { try body.value() }
}

@inlinable
package func unchecked<Output>(_ body: @escaping () -> Output) -> @Sendable () -> Output {
  let body = Unchecked(body)
  return { body.value() }
}

@inlinable
package func unchecked<Input, Output>(
  _ body: @escaping (Input) throws -> Output
) -> @Sendable (Input) throws -> Output {
  let body = Unchecked(body)
  return { try body.value($0) }
}

@inlinable
package func unchecked<Input, Output>(
  _ body: @escaping (Input) -> Output
) -> @Sendable (Input) -> Output {
  let body = Unchecked(body)
  return { body.value($0) }
}

@inlinable
package func unchecked<Left, Right, Output>(
  _ body: @escaping (Left, Right) -> Output
) -> @Sendable (Left, Right) -> Output {
  let body = Unchecked(body)
  return { body.value($0, $1) }
}
