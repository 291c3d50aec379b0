#if !canImport(Combine)
  extension Publishers {
    /// What any of three publishers sends.
    public struct Merge3<
      A: Publisher,
      B: Publisher<A.Output, A.Failure>,
      C: Publisher<A.Output, A.Failure>
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

      /// What any of these publishers sends.
      public init(_ a: A, _ b: B, _ c: C) {
        self.a = a
        self.b = b
        self.c = c
      }

      /// Subscribes to all of the publishers, in their order.
      public func receive<Downstream: Subscriber>(subscriber: Downstream)
      where Downstream.Input == Output, Downstream.Failure == Failure {
        MergeNode.merge([a, b, c], into: subscriber)
      }

      /// These and one more, in one.
      public func merge<P>(with p: P) -> Merge4<A, B, C, P> {
        Merge4(a, b, c, p)
      }

      /// These and two more, in one.
      public func merge<Z, Y>(with z: Z, _ y: Y) -> Merge5<A, B, C, Z, Y> {
        Merge5(a, b, c, z, y)
      }

      /// These and three more, in one.
      public func merge<Z, Y, X>(with z: Z, _ y: Y, _ x: X) -> Merge6<A, B, C, Z, Y, X> {
        Merge6(a, b, c, z, y, x)
      }

      /// These and four more, in one.
      public func merge<Z, Y, X, W>(with z: Z, _ y: Y, _ x: X, _ w: W) -> Merge7<A, B, C, Z, Y, X, W> {
        Merge7(a, b, c, z, y, x, w)
      }

      /// These and five more, in one.
      public func merge<Z, Y, X, W, V>(with z: Z, _ y: Y, _ x: X, _ w: W, _ v: V) -> Merge8<
        A, B, C, Z, Y, X, W, V
      > {
        Merge8(a, b, c, z, y, x, w, v)
      }
    }
  }

  extension Publishers.Merge3: Equatable where A: Equatable, B: Equatable, C: Equatable {}

  extension Publisher {
    /// What any of these three publishers sends, as it comes.
    ///
    /// It finishes when all of them have finished, and fails when one of them fails.
    public func merge<B, C>(with b: B, _ c: C) -> Publishers.Merge3<Self, B, C> {
      Publishers.Merge3(self, b, c)
    }
  }
#endif
