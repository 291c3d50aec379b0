import Foundation
import NIOCore
import NIOPosix
import Testing

extension RunningGallery {
  /// The answer to a request with this line and this `Host`.
  func exchange(_ line: String, host: String) async throws -> (status: Int, text: String) {
    try await exchange("\(line) HTTP/1.1\nHost: \(host)\nConnection: close\n\n")
  }

  /// Sends text as it stands, but with CR LF wherever it has a line feed, on a connection of its own, and gives the
  /// status of the answer and the rest of it, once the server has closed the connection.
  func exchange(_ text: String) async throws -> (status: Int, text: String) {
    let port = try #require(URL(string: address)?.port)
    let connection = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .connect(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
    let answer = try await connection.executeThenClose { inbound, outbound in
      // A server that has no place for a client answers and closes before that one has said a word.
      var failure: (any Error)?
      do {
        try await outbound.write(ByteBuffer(string: text.replacing("\n", with: "\r\n")))
      } catch {
        failure = error
      }
      var answer = ByteBuffer()
      for try await part in inbound { answer.writeImmutableBuffer(part) }
      if answer.readableBytes == 0, let failure { throw failure }
      return String(buffer: answer)
    }
    let status = try #require(answer.split(separator: " ").dropFirst().first.flatMap { Int($0) }, "\(answer)")
    return (status, answer)
  }

  /// Sends one request, whose answer ends with its head, and another one on the same connection, with something between them.
  func exchange(
    _ request: String,
    then other: String,
    between: () async throws -> Void
  ) async throws -> (first: String, next: String) {
    let port = try #require(URL(string: address)?.port)
    let connection = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .connect(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
    return try await connection.executeThenClose { inbound, outbound in
      var parts = inbound.makeAsyncIterator()
      try await outbound.write(ByteBuffer(string: request.replacing("\n", with: "\r\n")))
      var first = ""
      while !first.hasSuffix("\r\n\r\n"), let part = try await parts.next() { first += String(buffer: part) }
      try await between()
      try await outbound.write(ByteBuffer(string: other.replacing("\n", with: "\r\n")))
      var next = ""
      while let part = try await parts.next() { next += String(buffer: part) }
      return (first, next)
    }
  }
}
