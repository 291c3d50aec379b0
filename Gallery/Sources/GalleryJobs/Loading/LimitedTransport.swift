import ErrandsLoading
import Foundation

/// Another transport, with a limit of loads in flight over it. A load is in flight from its request to the end
/// of its body; waiting for a place counts towards its deadline.
public struct LimitedTransport: Transport {
  private let transport: any Transport
  private let limit: LoadLimit

  public init(_ transport: any Transport, limit: LoadLimit) {
    self.transport = transport
    self.limit = limit
  }

  public func send(_ request: FetchRequest) async throws -> TransportResponse {
    let place = try await limit.place().value()
    let response = try await transport.send(request)
    return TransportResponse(
      head: response.head,
      body: TransportBody(PlacedChunks(chunks: response.body, place: place))
    )
  }
}

/// Chunks that hold their load's place until they have no reader any more.
private struct PlacedChunks: AsyncSequence, Sendable {
  let chunks: TransportBody
  let place: LoadLimit.Place

  func makeAsyncIterator() -> Iterator {
    Iterator(chunks: chunks.makeAsyncIterator(), place: place)
  }

  struct Iterator: AsyncIteratorProtocol {
    var chunks: TransportBody.Iterator
    let place: LoadLimit.Place

    mutating func next() async throws -> Data? { try await chunks.next() }
  }
}
