extension Publishers {
  /// The newest values of many publishers of one type, in their order.
  public struct CombineLatestMany<Upstream: Publisher>: Publisher {
    /// The newest value of each, in the order of the publishers.
    public typealias Output = [Upstream.Output]
    /// The publishers' type of error.
    public typealias Failure = Upstream.Failure

    /// The publishers, in order.
    public let publishers: [Upstream]

    /// The newest values of these publishers.
    public init(_ publishers: [Upstream]) {
      self.publishers = publishers
    }

    /// Subscribes to all of the publishers, in their order; takes time linear in their number.
    public func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Output, Downstream.Failure == Failure {
      guard !publishers.isEmpty else {
        return Just([]).setFailureType(to: Failure.self).receive(subscriber: subscriber)
      }
      let values = publishers.map { _ in LatestValue<Upstream.Output>() }
      let node = CombineLatestNode(count: values.count, for: subscriber) {
        let latest = values.compactMap(\.value)
        return latest.count == values.count ? latest : nil
      }
      let inlets = values.enumerated().map { node.inlet($0.offset, $0.element) }
      subscriber.receive(subscription: node)
      for (publisher, inlet) in Swift.zip(publishers, inlets) { publisher.subscribe(inlet) }
    }
  }
}

extension Collection where Element: Publisher {
  /// The newest values of all of these publishers, in their order, whenever one of them sends another one and
  /// each has sent one.
  ///
  /// ```swift
  /// let sizes = [width, height].combineLatest()
  /// ```
  ///
  /// It finishes when all of them have finished, or one that has sent nothing; it fails when one of them
  /// fails. Of no publishers there is one combination, which is empty.
  public func combineLatest() -> Publishers.CombineLatestMany<Element> {
    Publishers.CombineLatestMany(Array(self))
  }
}
