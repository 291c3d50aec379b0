#if !canImport(Combine)
  extension Publishers {
    /// What any of many publishers of one type sends.
    public struct MergeMany<Upstream: Publisher>: Publisher {
      /// What each of the publishers sends.
      public typealias Output = Upstream.Output
      /// The publishers' type of error.
      public typealias Failure = Upstream.Failure

      /// The publishers, in order.
      public let publishers: [Upstream]

      /// What any of these publishers sends.
      public init(_ publishers: Upstream...) {
        self.publishers = publishers
      }

      /// What any of these publishers sends.
      public init<S: Swift.Sequence>(_ publishers: S) where S.Element == Upstream {
        self.publishers = Array(publishers)
      }

      /// Subscribes to all of the publishers, in their order; takes time linear in their number.
      public func receive<Downstream: Subscriber>(subscriber: Downstream)
      where Downstream.Input == Output, Downstream.Failure == Failure {
        guard !publishers.isEmpty else {
          return Empty(completeImmediately: true).receive(subscriber: subscriber)
        }
        MergeNode.merge(publishers, into: subscriber)
      }

      /// These and one more, in one.
      public func merge(with other: Upstream) -> MergeMany<Upstream> {
        MergeMany(publishers + [other])
      }
    }
  }

  extension Publishers.MergeMany: Equatable where Upstream: Equatable {}

  extension Publisher {
    /// What any of these publishers of one type sends, as it comes.
    public func merge(with other: Self) -> Publishers.MergeMany<Self> {
      Publishers.MergeMany(self, other)
    }
  }
#endif

extension Collection where Element: Publisher {
  /// What any of these publishers sends, as it comes.
  ///
  /// ```swift
  /// let everything = [network, cache].merged()
  /// ```
  ///
  /// It finishes when all of them have finished, and fails when one of them fails.
  public func merged() -> Publishers.MergeMany<Element> {
    Publishers.MergeMany(self)
  }
}
