import Errands

/// The values of a publisher as an asynchronous sequence, in order, without loss.
///
/// Each iteration subscribes, and asks for everything that there is: what the reader has not taken yet waits
/// in a buffer. Leaving the loop, or cancelling the reading task, cancels the subscription; nothing is given
/// after that. An error of the publisher is thrown behind the last value; a publisher that cannot fail needs no
/// `try`. One that lets go of its subscriber without a word has ended.
public struct PublisherElements<Upstream: Publisher>: AsyncSequence where Upstream.Output: Sendable {
  /// A value of the publisher.
  public typealias Element = Upstream.Output
  /// The error of the publisher.
  public typealias Failure = Upstream.Failure

  private let upstream: Upstream

  init(_ upstream: Upstream) {
    self.upstream = upstream
  }

  /// Subscribes to the publisher.
  public func makeAsyncIterator() -> Iterator {
    let buffer = ElementBuffer<Element, Failure>()
    buffer.subscribe(to: upstream)
    return Iterator(buffer)
  }

  /// One subscription, which is cancelled when the iterator goes.
  public struct Iterator: AsyncIteratorProtocol {
    @usableFromInline let reader: ElementReader<Upstream.Output, Upstream.Failure>
    /// What has been taken out of the buffer and not been read, the next one last.
    @usableFromInline var batch: [Upstream.Output] = []

    init(_ buffer: ElementBuffer<Upstream.Output, Upstream.Failure>) {
      reader = ElementReader(buffer)
    }

    /// The next value, or nil where there is none any more.
    ///
    /// - Throws: The publisher's error, once, behind the last value.
    @inlinable
    public mutating func next() async throws(Upstream.Failure) -> Upstream.Output? {
      try await next(isolation: nil)
    }

    /// As ``next()``.
    @inlinable
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(Upstream.Failure) -> Upstream.Output? {
      // A reader that finds a value ready each time never waits, and would never notice.
      if Task.isCancelled {
        batch = []
        reader.cancel()
        return nil
      }
      if let element = batch.popLast() { return element }
      batch = try await reader.nextBatch()
      return batch.popLast()
    }
  }
}
