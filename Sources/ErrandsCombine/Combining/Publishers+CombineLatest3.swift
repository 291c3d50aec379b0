#if !canImport(Combine)
  extension Publishers {
    /// The newest values of three publishers.
    public struct CombineLatest3<A: Publisher, B: Publisher, C: Publisher>: Publisher
    where A.Failure == B.Failure, B.Failure == C.Failure {
      /// The newest value of each, in the order of the publishers.
      public typealias Output = (A.Output, B.Output, C.Output)
      /// The publishers' type of error.
      public typealias Failure = A.Failure

      /// The first publisher.
      public let a: A
      /// The second publisher.
      public let b: B
      /// The third publisher.
      public let c: C

      /// The newest values of these publishers.
      public init(_ a: A, _ b: B, _ c: C) {
        self.a = a
        self.b = b
        self.c = c
      }

      /// Subscribes to all of the publishers, in their order.
      public func receive<Downstream: Subscriber>(subscriber: Downstream)
      where Downstream.Input == Output, Downstream.Failure == Failure {
        let latestA = LatestValue<A.Output>()
        let latestB = LatestValue<B.Output>()
        let latestC = LatestValue<C.Output>()
        let node = CombineLatestNode(count: 3, for: subscriber) {
          guard let a = latestA.value, let b = latestB.value, let c = latestC.value else { return nil }
          return (a, b, c)
        }
        let inletA = node.inlet(0, latestA)
        let inletB = node.inlet(1, latestB)
        let inletC = node.inlet(2, latestC)
        subscriber.receive(subscription: node)
        a.subscribe(inletA)
        b.subscribe(inletB)
        c.subscribe(inletC)
      }
    }
  }

  extension Publishers.CombineLatest3: Equatable where A: Equatable, B: Equatable, C: Equatable {}

  extension Publisher {
    /// The newest values of three publishers, whenever one of them sends another one and each has sent one.
    ///
    /// It finishes when all of them have finished, or one that has sent nothing; it fails when one of them
    /// fails.
    public func combineLatest<B: Publisher, C: Publisher>(
      _ b: B,
      _ c: C
    ) -> Publishers.CombineLatest3<Self, B, C> where B.Failure == Failure, C.Failure == Failure {
      Publishers.CombineLatest3(self, b, c)
    }

    /// As above, made into one value by a function.
    public func combineLatest<B: Publisher, C: Publisher, T>(
      _ b: B,
      _ c: C,
      _ transform: @escaping (Output, B.Output, C.Output) -> T
    ) -> Publishers.Map<Publishers.CombineLatest3<Self, B, C>, T>
    where B.Failure == Failure, C.Failure == Failure {
      combineLatest(b, c).map { transform($0.0, $0.1, $0.2) }
    }
  }
#endif
