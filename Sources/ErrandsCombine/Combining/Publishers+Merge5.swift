#if !canImport(Combine)
  extension Publishers {
    /// What any of five publishers sends.
    public struct Merge5<
      A: Publisher,
      B: Publisher<A.Output, A.Failure>,
      C: Publisher<A.Output, A.Failure>,
      D: Publisher<A.Output, A.Failure>,
      E: Publisher<A.Output, A.Failure>
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

      /// What any of these publishers sends.
      public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E) {
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.e = e
      }

      /// Subscribes to all of the publishers, in their order.
      public func receive<Downstream: Subscriber>(subscriber: Downstream)
      where Downstream.Input == Output, Downstream.Failure == Failure {
        MergeNode.merge([a, b, c, d, e], into: subscriber)
      }

      /// These and one more, in one.
      public func merge<P>(with p: P) -> Merge6<A, B, C, D, E, P> {
        Merge6(a, b, c, d, e, p)
      }

      /// These and two more, in one.
      public func merge<Z, Y>(with z: Z, _ y: Y) -> Merge7<A, B, C, D, E, Z, Y> {
        Merge7(a, b, c, d, e, z, y)
      }

      /// These and three more, in one.
      public func merge<Z, Y, X>(with z: Z, _ y: Y, _ x: X) -> Merge8<A, B, C, D, E, Z, Y, X> {
        Merge8(a, b, c, d, e, z, y, x)
      }
    }
  }

  extension Publishers.Merge5: Equatable
  where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable {}

  extension Publisher {
    /// What any of these five publishers sends, as it comes.
    ///
    /// It finishes when all of them have finished, and fails when one of them fails.
    public func merge<B, C, D, E>(with b: B, _ c: C, _ d: D, _ e: E) -> Publishers.Merge5<Self, B, C, D, E> {
      Publishers.Merge5(self, b, c, d, e)
    }
  }
#endif
