import Foundation

/// Something that carries one HTTP request to a server and its answer back. It follows no redirect, keeps no
/// cache and tries nothing twice: that is the fetcher's work.
///
/// An implementation throws ``FetchError``, or `CancellationError` where the calling task was cancelled; and
/// cancelling that task while it waits for the head, or while it reads the body, closes the connection.
public protocol Transport: Sendable {
  /// Sends the request, with its body where it has one, and waits for the head of the answer.
  ///
  /// - Throws: ``FetchError``; `CancellationError` where the calling task is cancelled; what the body's chunks throw.
  func send(_ request: FetchRequest) async throws -> TransportResponse

  /// The timings and peers of the answers are wanted from now on. Before, a transport need not measure them; and it
  /// need not be able to: by default there is no effect. One that stands on another transport hands this on to it.
  func beginMeasuring()
}

extension Transport {
  /// No effect: nothing is measured.
  public func beginMeasuring() {}
}

/// The head of an answer, and its body as it arrives. A body that is let go of unread closes the connection.
public struct TransportResponse: Sendable {
  /// The head of the answer.
  public let head: FetchHead
  /// The body, to be read once.
  public let body: TransportBody
  /// How long what took; nil where the transport does not measure (``Transport/beginMeasuring()``), or cannot.
  public let timings: TransportTimings?
  /// Whom the answer came from; nil where the transport does not know.
  public let peer: TransportPeer?

  /// An answer with this head and body, and what is known of how it came.
  public init(
    head: FetchHead,
    body: TransportBody,
    timings: TransportTimings? = nil,
    peer: TransportPeer? = nil
  ) {
    self.head = head
    self.body = body
    self.timings = timings
    self.peer = peer
  }

  /// The same answer with another head or another body, for a transport that stands on another one: how the answer came is
  /// handed on. What is not given stays.
  public func with(head: FetchHead? = nil, body: TransportBody? = nil) -> TransportResponse {
    TransportResponse(head: head ?? self.head, body: body ?? self.body, timings: timings, peer: peer)
  }
}

/// The chunks of a body, in order, read once. Nothing is read from the connection ahead of the reader beyond
/// a small buffer.
public struct TransportBody: AsyncSequence, Sendable {
  /// A chunk; the transport decides on its size.
  public typealias Element = Data
  /// ``FetchError`` or `CancellationError`.
  public typealias Failure = any Error

  private let start: @Sendable () -> Iterator

  /// A body of these chunks, whose errors are ``FetchError`` or `CancellationError`.
  public init<Chunks: AsyncSequence & Sendable>(_ chunks: Chunks) where Chunks.Element == Data {
    start = {
      var iterator = chunks.makeAsyncIterator()
      return Iterator { try await iterator.next() }
    }
  }

  /// A body whose readers are made by a function: each is called for one chunk after the other, nil at the end.
  public init(_ makeReader: @escaping @Sendable () -> () async throws -> Data?) {
    start = { Iterator(read: makeReader()) }
  }

  /// A body that is there already, in one chunk, or in none where there is nothing.
  package init(_ data: Data?) {
    self.init {
      var rest = data.flatMap { $0.isEmpty ? nil : $0 }
      return {
        defer { rest = nil }
        return rest
      }
    }
  }

  /// An iterator over the chunks of the transport.
  public func makeAsyncIterator() -> Iterator { start() }

  /// Reads the chunks of a body.
  public struct Iterator: AsyncIteratorProtocol {
    let read: () async throws -> Data?

    /// The next chunk, or nil at the end.
    ///
    /// - Throws: What the transport's sequence throws.
    public mutating func next() async throws -> Data? { try await read() }
  }
}
