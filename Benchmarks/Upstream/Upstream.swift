import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

/// The server that the benchmarks of the loader load from, in a process of its own: inside of theirs, its time and memory would
/// count as the loader's. It prints its port, and ends with its standard input.
///
/// Any address has 10 KiB, `/large` 1 GiB; a request with a condition is told that nothing has changed.
@main
enum Upstream {
  static func main() async throws {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let channel = try await ServerBootstrap(group: group)
      .serverChannelOption(.backlog, value: 256)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.configureHTTPServerPipeline()
          try channel.pipeline.syncOperations.addHandler(Answers())
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    print(channel.localAddress?.port ?? 0)
    // Into a pipe it would stay in the buffer.
    fflush(nil)
    while readLine() != nil {}
    try await channel.close()
  }
}

private final class Answers: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private static let small = ByteBuffer(repeating: 7, count: 10 << 10)
  private static let piece = ByteBuffer(repeating: 7, count: 1 << 16)
  private static let pieces = 1 << 14

  private var request: HTTPRequestHead?
  /// Of the large body, how many pieces are still to be written.
  private var left = 0

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head): request = head
    case .body: break
    case .end: if let request { answer(request, context) }
    }
  }

  private func answer(_ request: HTTPRequestHead, _ context: ChannelHandlerContext) {
    var headers: HTTPHeaders = ["ETag": "\"a\"", "Cache-Control": "no-cache"]
    guard !request.headers.contains(name: "If-None-Match") else {
      context.write(
        wrapOutboundOut(.head(.init(version: .http1_1, status: .notModified, headers: headers))),
        promise: nil
      )
      return context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }
    let isLarge = request.uri == "/large"
    let length = isLarge ? Self.piece.readableBytes * Self.pieces : Self.small.readableBytes
    headers.add(name: "Content-Length", value: "\(length)")
    context.write(
      wrapOutboundOut(.head(.init(version: .http1_1, status: .ok, headers: headers))),
      promise: nil
    )
    if isLarge {
      left = Self.pieces
      return goOn(context)
    }
    context.write(wrapOutboundOut(.body(.byteBuffer(Self.small))), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    if context.channel.isWritable { goOn(context) }
    context.fireChannelWritabilityChanged()
  }

  /// No more than the system takes, so that a slow client costs no memory.
  private func goOn(_ context: ChannelHandlerContext) {
    guard left > 0 else { return }
    while left > 0, context.channel.isWritable {
      left -= 1
      context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(Self.piece))), promise: nil)
    }
    if left == 0 { context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil) }
  }
}
