#if !canImport(Combine)
  extension Publishers {
    /// What any of four publishers sends.
    public struct Merge4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
    where
      A.Output == B.Output, A.Failure == B.Failure,
      B.Output == C.Output, B.Failure == C.Failure,
      C.Output == D.Output, C.Failure == D.Failure
    {
      public typealias Output = A.Output
      public typealias Failure = A.Failure

      public let a: A
      public let b: B
      public let c: C
      public let d: D

      public init(_ a: A, _ b: B, _ c: C, _ d: D) {
        self.a = a
        self.b = b
        self.c = c
        self.d = d
      }

      public func receive<Downstream: Subscriber>(subscriber: Downstream)
      where Downstream.Input == Output, Downstream.Failure == Failure {
        let inlets = MergeNode(count: 4, for: subscriber).connect(to: subscriber)
        a.subscribe(inlets[0])
        b.subscribe(inlets[1])
        c.subscribe(inlets[2])
        d.subscribe(inlets[3])
      }
    }
  }

  extension Publisher {
    /// What any of these four publishers sends, as it comes.
    ///
    /// It finishes when all of them have finished, and fails when one of them fails.
    public func merge<B: Publisher, C: Publisher, D: Publisher>(
      with b: B,
      _ c: C,
      _ d: D
    ) -> Publishers.Merge4<Self, B, C, D>
    where
      B.Output == Output, B.Failure == Failure,
      C.Output == Output, C.Failure == Failure,
      D.Output == Output, D.Failure == Failure
    {
      Publishers.Merge4(self, b, c, d)
    }
  }
#endif
