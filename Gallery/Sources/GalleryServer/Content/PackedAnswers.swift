import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOFoundationCompat

/// Packs long texts that are answered, JSON above all, for clients that unpack them. Images are packed already, and a stream of events
/// goes out as they happen.
///
/// Not by the handler of swift-nio-extras, which does this for a whole connection: it ends the process where an answer is written for
/// which it has seen no request, as when a body that no route wanted cannot be read.
struct PackedAnswers: RouterMiddleware {
  /// More is given as it is: it would keep a thread for a tenth of a second.
  static let longest = 4_000_000
  private static let types: Set<Substring> = ["application/json", "text/plain"]

  func handle(
    _ request: Request,
    context: BasicRequestContext,
    next: (Request, BasicRequestContext) async throws -> Response
  ) async throws -> Response {
    var response = try await next(request, context)
    // What has a tag, a file that was kept say, would have the same one packed and as it is.
    guard Self.types.contains(response.headers[.contentType]?.prefix { $0 != ";" } ?? ""),
      response.headers[.eTag] == nil
    else { return response }
    response.headers.append(HTTPField(name: .vary, value: HTTPField.Name.acceptEncoding.rawName))
    guard request.method != .head, request.acceptedCodings.gzip, response.status != .partialContent,
      let length = response.body.contentLength, (Gzip.smallest...Self.longest).contains(length)
    else { return response }
    let whole = Collected()
    try await response.body.write(Collector(whole: whole))
    let packed = Gzip.packed(Data(buffer: whole.bytes)).map { ByteBuffer(data: $0) }
    if packed != nil { response.headers[.contentEncoding] = "gzip" }
    response.body = ResponseBody(byteBuffer: packed ?? whole.bytes)
    return response
  }
}

private final class Collected {
  var bytes = ByteBuffer()
}

/// Keeps what is written.
private struct Collector: ResponseBodyWriter {
  let whole: Collected

  func write(_ buffer: ByteBuffer) { whole.bytes.writeImmutableBuffer(buffer) }

  consuming func finish(_ trailingHeaders: HTTPFields?) {}
}
