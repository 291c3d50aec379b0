#if !canImport(Combine)
  extension Publishers {
    /// What any of four publishers sends.
    public struct Merge4<
      A: Publisher,
      B: Publisher<A.Output, A.Failure>,
      C: Publisher<A.Output, A.Failure>,
      D: Publisher<A.Output, A.Failure>
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

      /// What any of these publishers sends.
      public init(_ a: A, _ b: B, _ c: C, _ d: D) {
        self.a = a
        self.b = b
        self.c = c
        self.d = d
      }

      /// Subscribes to all of the publishers, in their order.
      public func receive<Downstream: Subscriber>(subscriber: Downstream)
      where Downstream.Input == Output, Downstream.Failure == Failure {
        MergeNode.merge([a, b, c, d], into: subscriber)
      }

      /// These and one more, in one.
      public func merge<P>(with p: P) -> Merge5<A, B, C, D, P> {
        Merge5(a, b, c, d, p)
      }

      /// These and two more, in one.
      public func merge<Z, Y>(with z: Z, _ y: Y) -> Merge6<A, B, C, D, Z, Y> {
        Merge6(a, b, c, d, z, y)
      }

      /// These and three more, in one.
      public func merge<Z, Y, X>(with z: Z, _ y: Y, _ x: X) -> Merge7<A, B, C, D, Z, Y, X> {
        Merge7(a, b, c, d, z, y, x)
      }

      /// These and four more, in one.
      public func merge<Z, Y, X, W>(with z: Z, _ y: Y, _ x: X, _ w: W) -> Merge8<A, B, C, D, Z, Y, X, W> {
        Merge8(a, b, c, d, z, y, x, w)
      }
    }
  }

  extension Publishers.Merge4: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}

  extension Publisher {
    /// What any of these four publishers sends, as it comes.
    ///
    /// It finishes when all of them have finished, and fails when one of them fails.
    public func merge<B, C, D>(with b: B, _ c: C, _ d: D) -> Publishers.Merge4<Self, B, C, D> {
      Publishers.Merge4(self, b, c, d)
    }
  }
#endif
