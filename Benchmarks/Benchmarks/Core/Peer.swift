import NIOCore
import NIOPosix

/// SwiftNIO as it is used: on its loop's own thread.
enum Peer {
  static let loop = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()

  static func onLoop(_ body: @escaping @Sendable (any EventLoop) throws -> Void) async throws {
    let loop = loop
    try await loop.submit { try body(loop) }.get()
  }
}
