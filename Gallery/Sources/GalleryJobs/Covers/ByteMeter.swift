import ErrandsLoading
import Foundation
import Synchronization

/// Counts the bytes of the bodies that come in over a transport, whatever becomes of them: those of a load that was
/// cancelled, and those of a try that failed and was followed by another, too.
final class ByteMeter: Sendable {
  private let bytes = Atomic<Int>(0)

  var count: Int { bytes.load(ordering: .relaxed) }

  func transport(over transport: any Transport) -> any Transport {
    MeteredTransport(transport: transport, meter: self)
  }

  fileprivate func add(_ count: Int) { bytes.add(count, ordering: .relaxed) }
}

private struct MeteredTransport: Transport {
  let transport: any Transport
  let meter: ByteMeter

  func send(_ request: FetchRequest) async throws -> TransportResponse {
    let response = try await transport.send(request)
    let chunks = MeteredChunks(chunks: response.body, meter: meter)
    return TransportResponse(
      head: response.head,
      body: TransportBody(chunks),
      timings: response.timings,
      peer: response.peer
    )
  }

  func beginMeasuring() { transport.beginMeasuring() }
}

private struct MeteredChunks: AsyncSequence, Sendable {
  let chunks: TransportBody
  let meter: ByteMeter

  func makeAsyncIterator() -> Iterator { Iterator(chunks: chunks.makeAsyncIterator(), meter: meter) }

  struct Iterator: AsyncIteratorProtocol {
    var chunks: TransportBody.Iterator
    let meter: ByteMeter

    mutating func next() async throws -> Data? {
      let chunk = try await chunks.next()
      meter.add(chunk?.count ?? 0)
      return chunk
    }
  }
}
