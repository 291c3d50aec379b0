import Foundation

/// Something that carries one HTTP request to a server and its answer back. It follows no redirect, keeps no
/// cache and tries nothing twice: that is the fetcher's work.
///
/// An implementation throws ``FetchError``, or `CancellationError` where the calling task was cancelled; and
/// cancelling that task while it waits for the head, or while it reads the body, closes the connection.
public protocol Transport: Sendable {
  func send(_ request: FetchRequest) async throws -> TransportResponse
}

/// The head of an answer, and its body as it arrives. A body that is let go of unread closes the connection.
public struct TransportResponse: Sendable {
  public let head: FetchHead
  public let body: TransportBody

  public init(head: FetchHead, body: TransportBody) {
    self.head = head
    self.body = body
  }
}

/// The chunks of a body, in order, read once. Nothing is read from the connection ahead of the reader beyond
/// a small buffer.
public struct TransportBody: AsyncSequence, Sendable {
  public typealias Element = Data
  public typealias Failure = any Error

  private let start: @Sendable () -> Iterator

  public init<Chunks: AsyncSequence & Sendable>(_ chunks: Chunks) where Chunks.Element == Data {
    start = {
      var iterator = chunks.makeAsyncIterator()
      return Iterator { try await iterator.next() }
    }
  }

  public func makeAsyncIterator() -> Iterator { start() }

  public struct Iterator: AsyncIteratorProtocol {
    let read: () async throws -> Data?

    public mutating func next() async throws -> Data? { try await read() }
  }
}
