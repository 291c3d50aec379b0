#if !canImport(Combine)
  extension Publishers {
    /// The newest values of two publishers.
    public struct CombineLatest<A: Publisher, B: Publisher>: Publisher
    where A.Failure == B.Failure {
      /// The newest value of each, in the order of the publishers.
      public typealias Output = (A.Output, B.Output)
      /// The publishers' type of error.
      public typealias Failure = A.Failure

      /// The first publisher.
      public let a: A
      /// The second publisher.
      public let b: B

      /// The newest values of these publishers.
      public init(_ a: A, _ b: B) {
        self.a = a
        self.b = b
      }

      /// Subscribes to all of the publishers, in their order.
      public func receive<Downstream: Subscriber>(subscriber: Downstream)
      where Downstream.Input == Output, Downstream.Failure == Failure {
        let latestA = LatestValue<A.Output>()
        let latestB = LatestValue<B.Output>()
        let node = CombineLatestNode(count: 2, for: subscriber) {
          guard let a = latestA.value, let b = latestB.value else { return nil }
          return (a, b)
        }
        let inletA = node.inlet(0, latestA)
        let inletB = node.inlet(1, latestB)
        subscriber.receive(subscription: node)
        a.subscribe(inletA)
        b.subscribe(inletB)
      }
    }
  }

  extension Publishers.CombineLatest: Equatable where A: Equatable, B: Equatable {}

  extension Publisher {
    /// The newest values of two publishers, whenever one of them sends another one and each has sent one.
    ///
    /// It finishes when all of them have finished, or one that has sent nothing; it fails when one of them
    /// fails.
    public func combineLatest<B: Publisher>(
      _ b: B
    ) -> Publishers.CombineLatest<Self, B> where B.Failure == Failure {
      Publishers.CombineLatest(self, b)
    }

    /// As above, made into one value by a function.
    public func combineLatest<B: Publisher, T>(
      _ b: B,
      _ transform: @escaping (Output, B.Output) -> T
    ) -> Publishers.Map<Publishers.CombineLatest<Self, B>, T> where B.Failure == Failure {
      combineLatest(b).map { transform($0.0, $0.1) }
    }
  }
#endif
