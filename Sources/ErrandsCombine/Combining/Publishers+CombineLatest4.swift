#if !canImport(Combine)
  extension Publishers {
    /// The newest values of four publishers.
    public struct CombineLatest4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
    where A.Failure == B.Failure, B.Failure == C.Failure, C.Failure == D.Failure {
      /// The newest value of each, in the order of the publishers.
      public typealias Output = (A.Output, B.Output, C.Output, D.Output)
      /// The publishers' type of error.
      public typealias Failure = A.Failure

      /// The first publisher.
      public let a: A
      /// The second publisher.
      public let b: B
      /// The third publisher.
      public let c: C
      /// The fourth publisher.
      public let d: D

      /// The newest values of these publishers.
      public init(_ a: A, _ b: B, _ c: C, _ d: D) {
        self.a = a
        self.b = b
        self.c = c
        self.d = d
      }

      /// Subscribes to all of the publishers, in their order.
      public func receive<Downstream: Subscriber>(subscriber: Downstream)
      where Downstream.Input == Output, Downstream.Failure == Failure {
        let latestA = LatestValue<A.Output>()
        let latestB = LatestValue<B.Output>()
        let latestC = LatestValue<C.Output>()
        let latestD = LatestValue<D.Output>()
        let node = CombineLatestNode(count: 4, for: subscriber) {
          guard let a = latestA.value, let b = latestB.value, let c = latestC.value, let d = latestD.value
          else { return nil }
          return (a, b, c, d)
        }
        let inletA = node.inlet(0, latestA)
        let inletB = node.inlet(1, latestB)
        let inletC = node.inlet(2, latestC)
        let inletD = node.inlet(3, latestD)
        subscriber.receive(subscription: node)
        a.subscribe(inletA)
        b.subscribe(inletB)
        c.subscribe(inletC)
        d.subscribe(inletD)
      }
    }
  }

  extension Publishers.CombineLatest4: Equatable
  where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}

  extension Publisher {
    /// The newest values of four publishers, whenever one of them sends another one and each has sent one.
    ///
    /// It finishes when all of them have finished, or one that has sent nothing; it fails when one of them
    /// fails.
    public func combineLatest<B: Publisher, C: Publisher, D: Publisher>(
      _ b: B,
      _ c: C,
      _ d: D
    ) -> Publishers.CombineLatest4<Self, B, C, D>
    where B.Failure == Failure, C.Failure == Failure, D.Failure == Failure {
      Publishers.CombineLatest4(self, b, c, d)
    }

    /// As above, made into one value by a function.
    public func combineLatest<B: Publisher, C: Publisher, D: Publisher, T>(
      _ b: B,
      _ c: C,
      _ d: D,
      _ transform: @escaping (Output, B.Output, C.Output, D.Output) -> T
    ) -> Publishers.Map<Publishers.CombineLatest4<Self, B, C, D>, T>
    where B.Failure == Failure, C.Failure == Failure, D.Failure == Failure {
      combineLatest(b, c, d).map { transform($0.0, $0.1, $0.2, $0.3) }
    }
  }
#endif
