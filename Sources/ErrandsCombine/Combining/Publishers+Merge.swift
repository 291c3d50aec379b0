#if !canImport(Combine)
  extension Publishers {
    /// What any of two publishers sends.
    public struct Merge<A: Publisher, B: Publisher>: Publisher
    where
      A.Output == B.Output, A.Failure == B.Failure
    {
      public typealias Output = A.Output
      public typealias Failure = A.Failure

      public let a: A
      public let b: B

      public init(_ a: A, _ b: B) {
        self.a = a
        self.b = b
      }

      public func receive<Downstream: Subscriber>(subscriber: Downstream)
      where Downstream.Input == Output, Downstream.Failure == Failure {
        let inlets = MergeNode(count: 2, for: subscriber).connect(to: subscriber)
        a.subscribe(inlets[0])
        b.subscribe(inlets[1])
      }
    }
  }

  extension Publisher {
    /// What any of these two publishers sends, as it comes.
    ///
    /// It finishes when all of them have finished, and fails when one of them fails.
    public func merge<B: Publisher>(
      with b: B
    ) -> Publishers.Merge<Self, B>
    where
      B.Output == Output, B.Failure == Failure
    {
      Publishers.Merge(self, b)
    }
  }
#endif
