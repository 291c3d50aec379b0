#if !canImport(Combine)
  extension Publishers {
    /// What any of three publishers sends.
    public struct Merge3<A: Publisher, B: Publisher, C: Publisher>: Publisher
    where
      A.Output == B.Output, A.Failure == B.Failure,
      B.Output == C.Output, B.Failure == C.Failure
    {
      public typealias Output = A.Output
      public typealias Failure = A.Failure

      public let a: A
      public let b: B
      public let c: C

      public init(_ a: A, _ b: B, _ c: C) {
        self.a = a
        self.b = b
        self.c = c
      }

      public func receive<Downstream: Subscriber>(subscriber: Downstream)
      where Downstream.Input == Output, Downstream.Failure == Failure {
        let inlets = MergeNode(count: 3, for: subscriber).connect(to: subscriber)
        a.subscribe(inlets[0])
        b.subscribe(inlets[1])
        c.subscribe(inlets[2])
      }
    }
  }

  extension Publisher {
    /// What any of these three publishers sends, as it comes.
    ///
    /// It finishes when all of them have finished, and fails when one of them fails.
    public func merge<B: Publisher, C: Publisher>(
      with b: B,
      _ c: C
    ) -> Publishers.Merge3<Self, B, C>
    where
      B.Output == Output, B.Failure == Failure,
      C.Output == Output, C.Failure == Failure
    {
      Publishers.Merge3(self, b, c)
    }
  }
#endif
