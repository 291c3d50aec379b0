import Errands
import ErrandsLoading
import NIOCore
import NIOFoundationCompat

/// The body of a request on its way to AsyncHTTPClient.
///
/// That reads it in a task that it never cancels: a stream that waits for its next chunk waited on where its load had gone, and
/// a file that was being read told its progress behind the outcome. So the chunks are taken in a task of our own, one ahead.
final class OutgoingBody: Sendable {
  private let transit: Transit
  private let taking: Task<Void, Never>

  /// Nothing is taken before AsyncHTTPClient asks for it, when there is a connection.
  init(_ chunks: TransportBody) {
    let transit = Transit()
    self.transit = transit
    taking = Task { await transit.take(chunks) }
  }

  /// As AsyncHTTPClient takes them.
  var chunks: Chunks { Chunks(transit: transit) }

  /// What the chunks have thrown. Asked before ``end()``.
  var failure: (any Error)? { transit.failure.withLock { $0 } }

  /// No more is sent, and none is taken: the chunk that is being made is the last one.
  func end() {
    transit.channel.abort(CancellationError())
    taking.cancel()
  }

  deinit { end() }

  struct Chunks: AsyncSequence, Sendable {
    fileprivate let transit: Transit

    func makeAsyncIterator() -> Iterator { Iterator(transit: transit) }

    struct Iterator: AsyncIteratorProtocol {
      fileprivate let transit: Transit

      mutating func next() async throws -> ByteBuffer? {
        transit.isWanted.settle(.success(()))
        return try await transit.channel.next().map { ByteBuffer(data: $0) }
      }
    }
  }

  fileprivate final class Transit: Sendable {
    /// No more than one chunk lies in it.
    let channel = ChunkChannel(limit: 1)
    let isWanted = Settlement<Void>()
    let failure = Lock<(any Error)?>(nil)

    func take(_ chunks: TransportBody) async {
      do {
        try await isWanted.value()
        for try await chunk in chunks { try await channel.send(chunk) }
        channel.finish(.success(()))
      } catch {
        failure.withLock { $0 = error }
        channel.finish(.failure(error))
      }
    }
  }
}
