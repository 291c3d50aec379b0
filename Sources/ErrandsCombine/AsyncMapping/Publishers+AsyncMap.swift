extension Publishers {
  /// A publisher whose values are transformed by an asynchronous function.
  public struct AsyncMap<Upstream: Publisher, Output: Sendable>: Publisher where Upstream.Output: Sendable {
    /// The error of the upstream, or of the function where that may throw.
    public typealias Failure = Upstream.Failure

    let upstream: Upstream
    let limit: Int
    let isOrdered: Bool
    let transform: @Sendable (Upstream.Output) async -> Result<Output, Failure>

    /// Subscribes to the upstream.
    public func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Output, Downstream.Failure == Failure {
      AsyncMapNode(limit: limit, isOrdered: isOrdered, for: subscriber, transform)
        .connect(upstream, to: subscriber)
    }
  }
}
