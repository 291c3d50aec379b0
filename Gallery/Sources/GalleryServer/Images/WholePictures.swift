import ErrandsImages
import ErrandsLoading
import Foundation

/// A transport that takes no part of a picture for the picture. Where a server breaks off and says that this was all, HTTP shows
/// nothing of it, and the part was kept and given to everybody for as long as the server had allowed. Here its connection counts
/// as broken off: so it is loaded again, and kept by nobody.
struct WholePictures: Transport {
  private let transport: any Transport

  init(over transport: any Transport) {
    self.transport = transport
  }

  func beginMeasuring() { transport.beginMeasuring() }

  func send(_ request: FetchRequest) async throws -> TransportResponse {
    let response = try await transport.send(request)
    guard request.method == .get, response.head.status == 200 else { return response }
    let body = TransportBody {
      var reader = Reader(response)
      return { try await reader.next() }
    }
    return response.with(body: body)
  }

  private struct Reader {
    /// By so many bytes a picture is known. The first chunk may be shorter.
    private static let beginning = 64

    private let url: URL
    private var chunks: TransportBody.Iterator
    /// Nil for what is no picture, of which the beginning alone is looked at.
    private var format: ImageFormat?
    private var bytes = Data()

    init(_ response: TransportResponse) {
      url = response.head.url
      chunks = response.body.makeAsyncIterator()
    }

    /// - Throws: What the chunks throw; ``FetchError`` where the end is missing that every picture of this format has.
    mutating func next() async throws -> Data? {
      guard let chunk = try await chunks.next() else {
        if let format, format.lacksEnd(bytes) {
          throw FetchError(url, .truncated(received: Int64(bytes.count), expected: nil))
        }
        return nil
      }
      if format != nil || bytes.count < Self.beginning {
        bytes.append(chunk)
        format = format ?? ImageFormat(sniffing: bytes)
      }
      return chunk
    }
  }
}
