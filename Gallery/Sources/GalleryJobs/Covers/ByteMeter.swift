import ErrandsLoading
import Foundation
import Synchronization

/// Counts the bytes of the bodies that come in over a transport, whatever becomes of them: those of a load that was
/// cancelled, and those of a try that failed and was followed by another, too.
final class ByteMeter: Sendable {
  /// That of the load that this task works for. One fetcher, and with it one transport, is for all loads, or those of the
  /// same cover would not be one.
  @TaskLocal static var current: ByteMeter?

  private let bytes = Atomic<Int>(0)

  var count: Int { bytes.load(ordering: .relaxed) }

  /// Another transport, whose bodies are counted by the meter of whoever sends a request.
  static func transport(over transport: any Transport) -> any Transport {
    MeteredTransport(transport: transport)
  }

  fileprivate func add(_ count: Int) { bytes.add(count, ordering: .relaxed) }
}

private struct MeteredTransport: Transport {
  let transport: any Transport

  func send(_ request: FetchRequest) async throws -> TransportResponse {
    let response = try await transport.send(request)
    guard let meter = ByteMeter.current else { return response }
    return response.with(body: TransportBody(MeteredChunks(chunks: response.body, meter: meter)))
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
