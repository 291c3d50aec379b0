#if !canImport(Combine)
  extension Publishers {
    /// What any of eight publishers sends.
    public struct Merge8<
      A: Publisher,
      B: Publisher<A.Output, A.Failure>,
      C: Publisher<A.Output, A.Failure>,
      D: Publisher<A.Output, A.Failure>,
      E: Publisher<A.Output, A.Failure>,
      F: Publisher<A.Output, A.Failure>,
      G: Publisher<A.Output, A.Failure>,
      H: Publisher<A.Output, A.Failure>
    >: Publisher {
      public typealias Output = A.Output
      public typealias Failure = A.Failure

      public let a: A
      public let b: B
      public let c: C
      public let d: D
      public let e: E
      public let f: F
      public let g: G
      public let h: H

      public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H) {
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.e = e
        self.f = f
        self.g = g
        self.h = h
      }

      public func receive<Downstream: Subscriber>(subscriber: Downstream)
      where Downstream.Input == Output, Downstream.Failure == Failure {
        MergeNode.merge([a, b, c, d, e, f, g, h], into: subscriber)
      }
    }
  }

  extension Publishers.Merge8: Equatable
  where
    A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable, F: Equatable, G: Equatable,
    H: Equatable
  {}

  extension Publisher {
    /// What any of these eight publishers sends, as it comes.
    ///
    /// It finishes when all of them have finished, and fails when one of them fails.
    public func merge<B, C, D, E, F, G, H>(
      with b: B,
      _ c: C,
      _ d: D,
      _ e: E,
      _ f: F,
      _ g: G,
      _ h: H
    ) -> Publishers.Merge8<Self, B, C, D, E, F, G, H> {
      Publishers.Merge8(self, b, c, d, e, f, g, h)
    }
  }
#endif
