import Foundation

/// The body of an exchange. The end of its reader cancels the exchange: so a reader that leaves is noticed.
struct URLSessionBody: AsyncSequence, Sendable {
  private let reader: Reader

  init(exchange: URLSessionExchange) {
    reader = Reader(exchange: exchange)
  }

  func makeAsyncIterator() -> Iterator { Iterator(reader: reader) }

  struct Iterator: AsyncIteratorProtocol {
    fileprivate let reader: Reader

    mutating func next() async throws -> Data? { try await reader.exchange.next() }
  }

  fileprivate final class Reader: Sendable {
    let exchange: URLSessionExchange

    init(exchange: URLSessionExchange) {
      self.exchange = exchange
    }

    deinit { exchange.cancel() }
  }
}
