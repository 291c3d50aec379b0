/// A handler of code in Swift 5 mode, which does not say from where it may be called. Its author is trusted, as by the
/// libraries whose names our modules bear: with `@Sendable` in the handlers' types, every view controller in that mode
/// was full of warnings.
@usableFromInline
struct Unchecked<Body>: @unchecked Sendable {
  // Sendable: the language mode of the code with the handler leaves that to its author.
  @usableFromInline let call: Body

  @inlinable
  init(_ call: Body) { self.call = call }
}

@inlinable
package func unchecked<Output>(_ body: @escaping () throws -> Output) -> @Sendable () throws -> Output {
  let body = Unchecked(body)
  return { try body.call() }
}

@inlinable
package func unchecked<Output>(_ body: @escaping () -> Output) -> @Sendable () -> Output {
  let body = Unchecked(body)
  return { body.call() }
}

@inlinable
package func unchecked<Input, Output>(
  _ body: @escaping (Input) throws -> Output
) -> @Sendable (Input) throws -> Output {
  let body = Unchecked(body)
  return { try body.call($0) }
}

@inlinable
package func unchecked<Input, Output>(
  _ body: @escaping (Input) -> Output
) -> @Sendable (Input) -> Output {
  let body = Unchecked(body)
  return { body.call($0) }
}

@inlinable
package func unchecked<Left, Right, Output>(
  _ body: @escaping (Left, Right) -> Output
) -> @Sendable (Left, Right) -> Output {
  let body = Unchecked(body)
  return { body.call($0, $1) }
}
