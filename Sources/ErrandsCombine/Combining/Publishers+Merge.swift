#if !canImport(Combine)
  extension Publishers {
    /// What any of two publishers sends.
    public struct Merge<
      A: Publisher,
      B: Publisher<A.Output, A.Failure>
    >: Publisher {
      /// What each of the publishers sends.
      public typealias Output = A.Output
      /// The publishers' type of error.
      public typealias Failure = A.Failure

      /// The first publisher.
      public let a: A
      /// The second publisher.
      public let b: B

      /// What any of these publishers sends.
      public init(_ a: A, _ b: B) {
        self.a = a
        self.b = b
      }

      /// Subscribes to all of the publishers, in their order.
      public func receive<Downstream: Subscriber>(subscriber: Downstream)
      where Downstream.Input == Output, Downstream.Failure == Failure {
        MergeNode.merge([a, b], into: subscriber)
      }

      /// These and one more, in one.
      public func merge<P>(with p: P) -> Merge3<A, B, P> {
        Merge3(a, b, p)
      }

      /// These and two more, in one.
      public func merge<Z, Y>(with z: Z, _ y: Y) -> Merge4<A, B, Z, Y> {
        Merge4(a, b, z, y)
      }

      /// These and three more, in one.
      public func merge<Z, Y, X>(with z: Z, _ y: Y, _ x: X) -> Merge5<A, B, Z, Y, X> {
        Merge5(a, b, z, y, x)
      }

      /// These and four more, in one.
      public func merge<Z, Y, X, W>(with z: Z, _ y: Y, _ x: X, _ w: W) -> Merge6<A, B, Z, Y, X, W> {
        Merge6(a, b, z, y, x, w)
      }

      /// These and five more, in one.
      public func merge<Z, Y, X, W, V>(
        with z: Z,
        _ y: Y,
        _ x: X,
        _ w: W,
        _ v: V
      ) -> Merge7<A, B, Z, Y, X, W, V> {
        Merge7(a, b, z, y, x, w, v)
      }

      /// These and six more, in one.
      public func merge<Z, Y, X, W, V, U>(
        with z: Z,
        _ y: Y,
        _ x: X,
        _ w: W,
        _ v: V,
        _ u: U
      ) -> Merge8<A, B, Z, Y, X, W, V, U> {
        Merge8(a, b, z, y, x, w, v, u)
      }
    }
  }

  extension Publishers.Merge: Equatable where A: Equatable, B: Equatable {}

  extension Publisher {
    /// What any of these two publishers sends, as it comes.
    ///
    /// It finishes when all of them have finished, and fails when one of them fails.
    public func merge<B>(with b: B) -> Publishers.Merge<Self, B> {
      Publishers.Merge(self, b)
    }
  }
#endif
