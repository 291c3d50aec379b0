import Foundation
import NIOCore
import NIOPosix
import Testing

/// A client that sends what it is told to, and stays until the server closes.
final class SlowClient: Sendable {
  private let connection: NIOAsyncChannel<ByteBuffer, ByteBuffer>

  private init(_ connection: NIOAsyncChannel<ByteBuffer, ByteBuffer>) {
    self.connection = connection
  }

  static func connect(to gallery: RunningGallery) async throws -> SlowClient {
    let port = try #require(URL(string: gallery.address)?.port)
    let connection = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .connect(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
    return SlowClient(connection)
  }

  /// Sends text, with CR LF wherever it has a line feed, and reads until the server closes.
  @discardableResult
  func send(_ text: String) async throws -> String {
    try await connection.executeThenClose { inbound, outbound in
      if !text.isEmpty { try await outbound.write(ByteBuffer(string: text.replacing("\n", with: "\r\n"))) }
      var answer = ByteBuffer()
      do {
        for try await part in inbound { answer.writeImmutableBuffer(part) }
      } catch is IOError {
        // Closed in the hard way.
      }
      return String(buffer: answer)
    }
  }
}
