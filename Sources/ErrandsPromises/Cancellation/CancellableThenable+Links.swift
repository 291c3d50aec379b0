import Errands

/// The links of a chain: those of a ``Promise``, whose handlers are not called once the chain has been cancelled.
extension CancellableThenable {
  /// Puts the promise behind this one.
  func link<V>(_ promise: Promise<V>) -> CancellablePromise<V> {
    cancelContext.append(promise, behind: thenable)
    return CancellablePromise(promise, in: cancelContext)
  }

  /// The handler, for a chain that goes on. Looks for itself: the link may have been made, and the chain be cancelled,
  /// while another waiter keeps the source pending.
  func unlessCancelled<Input, Output>(
    _ body: @escaping @Sendable (Input) throws -> Output
  ) -> @Sendable (Input) throws -> Output {
    let context = cancelContext
    return { input in
      try context.check()
      return try body(input)
    }
  }

  /// What a handler answers with becomes part of the chain.
  func joining<Input, V: CancellableThenable>(
    _ body: @escaping @Sendable (Input) throws -> V
  ) -> @Sendable (Input) throws -> V.U {
    let context = cancelContext
    return { input in
      let answer = try body(input)
      context.append(answer.cancelContext, until: answer.thenable)
      return answer.thenable
    }
  }

  /// What a handler answers with becomes part of the chain.
  func bridging<Input, V: Thenable>(
    _ body: @escaping @Sendable (Input) throws -> V
  ) -> @Sendable (Input) throws -> Promise<V.T> {
    let context = cancelContext
    return { input in CancellablePromise(try body(input), cancelContext: context).promise }
  }

  func mapping<V>(
    on delivery: Delivery,
    _ body: @escaping @Sendable (U.T) throws -> V
  ) -> CancellablePromise<V> {
    link(thenable.mapping(on: delivery, unlessCancelled(body)))
  }

  func passing<V>(_ change: @escaping @Sendable (U.T) throws -> V) -> CancellablePromise<V> {
    link(thenable.passing(unlessCancelled(change)))
  }

  func chaining<V: CancellableThenable>(
    on delivery: Delivery,
    _ body: @escaping @Sendable (U.T) throws -> V
  ) -> CancellablePromise<V.U.T> {
    link(thenable.chaining(on: delivery, unlessCancelled(joining(body))))
  }

  func chaining<V: Thenable>(
    on delivery: Delivery,
    _ body: @escaping @Sendable (U.T) throws -> V
  ) -> CancellablePromise<V.T> {
    link(thenable.chaining(on: delivery, unlessCancelled(bridging(body))))
  }

  func looking(
    on delivery: Delivery,
    _ body: @escaping @Sendable (Result<U.T>) -> Void
  ) -> CancellablePromise<U.T> {
    link(thenable.looking(on: delivery, body))
  }
}
