import Foundation
import NIOCore
import NIOEmbedded
import Synchronization
import Testing

@testable import GalleryServer

@Suite("A system that gives no more connections", .timeLimit(.minutes(1)))
struct AcceptRestTests {
  /// Counts how often the system is asked.
  private final class Asked: ChannelOutboundHandler, Sendable {
    typealias OutboundIn = Never
    typealias OutboundOut = Never

    let count = Atomic<Int>(0)

    func read(context: ChannelHandlerContext) {
      count.add(1, ordering: .relaxed)
      context.read()
    }
  }

  /// A core did nothing but accept, and fail.
  @Test(
    "Is asked again only after a rest, and nobody hears of the failure",
    arguments: [EMFILE, ENFILE, ENOBUFS]
  )
  func rest(_ code: Int32) async throws {
    let channel = NIOAsyncTestingChannel()
    try await channel.restAfterFailedAccept()
    let asked = Asked()
    try await channel.pipeline.addHandler(asked, position: .first)
    channel.read()
    await channel.testingEventLoop.run()
    #expect(asked.count.load(ordering: .relaxed) == 1)
    try await channel.testingEventLoop.executeInContext {
      channel.pipeline.fireErrorCaught(IOError(errnoCode: code, reason: "accept"))
      for _ in 0..<100 { channel.read() }
    }
    await channel.testingEventLoop.run()
    #expect(asked.count.load(ordering: .relaxed) == 1)
    await channel.testingEventLoop.advanceTime(to: .now() + .seconds(2))
    #expect(asked.count.load(ordering: .relaxed) == 2)
    try await channel.throwIfErrorCaught()
    _ = try await channel.finish(acceptAlreadyClosed: true)
  }
}
