extension Publisher where Output: Sendable {
  /// Transforms each value by an asynchronous function, and keeps their order.
  ///
  /// ```swift
  /// let sizes = names.asyncMap(maxConcurrent: 4) { name in await store.size(of: name) }
  /// ```
  ///
  /// Each transformation is a task, with the task-local values of the thread that sends the value; cancelling the
  /// subscription cancels those that are under way. The publisher before it is asked for no more values than may be
  /// under way: a publisher that does not wait to be asked, such as a subject, needs a `buffer` in between.
  ///
  /// - Parameter maxConcurrent: How many may be under way, or be done and wait for their turn or for the
  ///   subscriber, at the same time.
  public func asyncMap<Mapped: Sendable>(
    maxConcurrent: Int = 1,
    _ transform: @escaping @Sendable (Output) async -> Mapped
  ) -> Publishers.AsyncMap<Self, Mapped> {
    Publishers.AsyncMap(upstream: self, limit: maxConcurrent, isOrdered: true) {
      .success(await transform($0))
    }
  }

  /// As ``asyncMap(maxConcurrent:_:)``, with a function that may throw. The error comes in its turn, cancels
  /// the transformations behind it and ends the publisher.
  public func tryAsyncMap<Mapped: Sendable>(
    maxConcurrent: Int = 1,
    _ transform: @escaping @Sendable (Output) async throws -> Mapped
  ) -> Publishers.AsyncMap<Publishers.MapError<Self, any Error>, Mapped> {
    Publishers.AsyncMap(
      upstream: mapError { unwrapped($0) },
      limit: maxConcurrent,
      isOrdered: true
    ) { value in await outcome { try await transform(value) } }
  }

  /// Transforms each value by an asynchronous function, and passes on each result as soon as it is there.
  ///
  /// ```swift
  /// let loaded = names.asyncFlatMap(maxConcurrent: 4) { name in await store.chart(name) }
  /// ```
  ///
  /// As ``asyncMap(maxConcurrent:_:)``, but for the order.
  ///
  /// - Parameter maxConcurrent: How many may be under way, or be done and wait for the subscriber, at the
  ///   same time.
  public func asyncFlatMap<Mapped: Sendable>(
    maxConcurrent: Int,
    _ transform: @escaping @Sendable (Output) async -> Mapped
  ) -> Publishers.AsyncMap<Self, Mapped> {
    Publishers.AsyncMap(upstream: self, limit: maxConcurrent, isOrdered: false) {
      .success(await transform($0))
    }
  }

  /// As ``asyncFlatMap(maxConcurrent:_:)``, with a function that may throw. The first error cancels the other
  /// transformations and ends the publisher.
  public func tryAsyncFlatMap<Mapped: Sendable>(
    maxConcurrent: Int,
    _ transform: @escaping @Sendable (Output) async throws -> Mapped
  ) -> Publishers.AsyncMap<Publishers.MapError<Self, any Error>, Mapped> {
    Publishers.AsyncMap(
      upstream: mapError { unwrapped($0) },
      limit: maxConcurrent,
      isOrdered: false
    ) { value in await outcome { try await transform(value) } }
  }
}

private func outcome<Value>(_ body: () async throws -> Value) async -> Result<Value, any Error> {
  do { return .success(try await body()) } catch { return .failure(error) }
}
