#if !canImport(Combine)
  extension Publishers {
    /// What any of six publishers sends.
    public struct Merge6<
      A: Publisher,
      B: Publisher<A.Output, A.Failure>,
      C: Publisher<A.Output, A.Failure>,
      D: Publisher<A.Output, A.Failure>,
      E: Publisher<A.Output, A.Failure>,
      F: Publisher<A.Output, A.Failure>
    >: Publisher {
      /// What each of the publishers sends.
      public typealias Output = A.Output
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
      /// The fifth publisher.
      public let e: E
      /// The sixth publisher.
      public let f: F

      /// What any of these publishers sends.
      public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F) {
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.e = e
        self.f = f
      }

      /// Subscribes to all of the publishers, in their order.
      public func receive<Downstream: Subscriber>(subscriber: Downstream)
      where Downstream.Input == Output, Downstream.Failure == Failure {
        MergeNode.merge([a, b, c, d, e, f], into: subscriber)
      }

      /// These and one more, in one.
      public func merge<P>(with p: P) -> Merge7<A, B, C, D, E, F, P> {
        Merge7(a, b, c, d, e, f, p)
      }

      /// These and two more, in one.
      public func merge<Z, Y>(with z: Z, _ y: Y) -> Merge8<A, B, C, D, E, F, Z, Y> {
        Merge8(a, b, c, d, e, f, z, y)
      }
    }
  }

  extension Publishers.Merge6: Equatable
  where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable, F: Equatable {}

  extension Publisher {
    /// What any of these six publishers sends, as it comes.
    ///
    /// It finishes when all of them have finished, and fails when one of them fails.
    public func merge<B, C, D, E, F>(
      with b: B,
      _ c: C,
      _ d: D,
      _ e: E,
      _ f: F
    ) -> Publishers.Merge6<Self, B, C, D, E, F> {
      Publishers.Merge6(self, b, c, d, e, f)
    }
  }
#endif
