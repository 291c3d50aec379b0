import ErrandsTesting
import GalleryConnections
import GalleryJobs
import NIOCore
import NIOEmbedded
import NIOHTTP1

@testable import GalleryServer

/// A connection without a socket, on a loop whose time passes when a test says so: what a client has sent is fed to it,
/// and what it would get is read from it. The test answers in the place of the server.
final class TimedConnection {
  /// Whether the client has been waited for, as it was said each time that changed.
  let waits = Events<Bool>()
  let connection: Connection
  let bytes: ByteWatch
  private let reads = ReadCounter()
  private let channel = EmbeddedChannel()

  init(
    _ limits: ConnectionLimits = ConnectionLimits(),
    isRefused: Bool = false,
    repeats: RepeatedAnswers? = nil
  ) throws {
    connection = Connection(channel: channel, peer: nil) { [waits] in waits.record($0) }
    bytes = ByteWatch(limit: limits.stall)
    let pipeline = channel.pipeline.syncOperations
    try pipeline.addHandler(reads)
    try pipeline.addHandler(bytes)
    try pipeline.addHandler(HTTPResponseEncoder())
    try pipeline.addHandler(ByteToMessageHandler(HTTPRequestDecoder()))
    let connection = isRefused ? nil : connection
    try pipeline.addHandler(HTTPConnection(connection, limits: limits, bytes: bytes, repeats: repeats))
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
  }

  deinit { _ = try? channel.finish(acceptAlreadyClosed: true) }

  var isOpen: Bool { channel.isActive }

  /// - Parameter text: With CR LF wherever it has a line feed.
  func send(_ text: String) throws {
    try channel.writeInbound(ByteBuffer(string: text.replacing("\n", with: "\r\n")))
  }

  func pass(_ time: Duration) { channel.embeddedEventLoop.advanceTime(by: TimeAmount(time)) }

  /// The client will send nothing more.
  func endInput() { channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed) }

  /// The path of the next request that was handed over, whole; nil where there is none.
  func nextRequest() throws -> String? {
    var path: String?
    while let part = try channel.readInbound(as: HTTPServerRequestPart.self) {
      switch part {
      case .head(let head): path = head.uri
      case .body: continue
      case .end: return path
      }
    }
    return path
  }

  /// - Parameter takes: Whether the client takes the answer as it comes; else it takes nothing before ``flush()``.
  func answer(
    _ fields: HTTPHeaders = ["content-length": "2"],
    body: String = "ok",
    status: HTTPResponseStatus = .ok,
    takes isTaken: Bool = true
  ) throws {
    let head = HTTPResponseHead(version: .http1_1, status: status, headers: fields)
    channel.write(HTTPServerResponsePart.head(head), promise: nil)
    channel.write(HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(string: body))), promise: nil)
    channel.write(HTTPServerResponsePart.end(nil), promise: nil)
    if isTaken { channel.flush() }
  }

  /// A part of an answer. Where it is not flushed the client takes none of it.
  func answer(part text: String, takes isTaken: Bool) {
    channel.write(HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(string: text))), promise: nil)
    if isTaken { channel.flush() }
  }

  func beginAnswer() {
    channel.writeAndFlush(HTTPServerResponsePart.head(.init(version: .http1_1, status: .ok)), promise: nil)
  }

  func flush() { channel.flush() }

  /// How often the client has been read from since it was last asked.
  func readCount() -> Int {
    defer { reads.count = 0 }
    return reads.count
  }

  /// The server would read more.
  func read() { channel.read() }

  /// So much waits for the client that nothing more should be written.
  func takesNothing() { channel.isWritable = false }

  /// All that the client has got since it was last asked.
  func received() throws -> String {
    var text = ""
    while let data = try channel.readOutbound(as: IOData.self) {
      if case .byteBuffer(let buffer) = data { text += String(buffer: buffer) }
    }
    return text
  }
}

private final class ReadCounter: ChannelOutboundHandler {
  typealias OutboundIn = IOData
  var count = 0

  func read(context: ChannelHandlerContext) {
    count += 1
    context.read()
  }
}
