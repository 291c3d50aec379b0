import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

@testable import GalleryJobs

/// What is fetched is at most the covers that were shown, and of each that was cancelled what had come, and what
/// was under way in its connection: the margin is one connection's receive window for each download that can run at
/// a time, at each moment at which rows leave.
@Suite("The bytes of a wall", .timeLimit(.minutes(1)))
struct CoverBytesTests {
  @Test("Of covers that were cancelled only what had come by then is fetched", arguments: JobStyle.allCases)
  func cancelled(_ style: JobStyle) async throws {
    let jpeg = Array(try await CoverScripts.jpeg.value())
    let begun = 4_096
    // A hundred megabytes that nobody stays for.
    let list = CoverScripts.list { index, _ in
      index >= 40
        ? .ok(jpeg, contentType: "image/jpeg")
        : Script(
          framing: .length(100_000_000),
          steps: [.bytes(Array(repeating: 0xFF, count: begun)), .stall]
        )
    }
    try await withUpstream(respond: list) { upstream in
      let events = Events<CoverEvent>()
      let wall = CoverWall.over(upstream, style: style, downloadsAtOnce: 4, events)
      for start in stride(from: 0, to: 40, by: 4) {
        wall.scroll(to: start..<start + 4)
        _ = try await upstream.request(start + 5)
      }
      wall.scroll(to: 40..<44)
      let summary = await wall.summary
      #expect((summary.shown, summary.cancelled, summary.failed) == (4, 40, 0))
      try await upstream.earlyCloses(atLeast: 40)
      #expect(summary.bytesFetched == events.results.reduce(0) { $0 + $1.bytes })
      #expect(summary.bytesFetched <= 4 * jpeg.count + 40 * begun)
      #expect(upstream.bytesSent <= summary.bytesFetched + 40 * begun + 45 * 1_000 + 30_000)
    }
  }

  /// On loopback a window is some megabytes, so the covers are far larger than that.
  @Test("A server that sends as fast as it can sends no more than a window of a cover that is cancelled")
  func window() async throws {
    let pattern = Array(repeating: UInt8(0xFF), count: 65_536)
    let size = 256 << 20
    let list = CoverScripts.list { _, _ in
      Script(framing: .length(size), steps: [.repeating(pattern, count: size / pattern.count)])
    }
    try await withUpstream(respond: list) { upstream in
      let begun = Gate()
      let wall = CoverWall.over(upstream, source: .local { AnnouncedTransport(transport: $0, begun: begun) })
      wall.show(0, in: 0)
      try await begun.wait()
      wall.hide(0)
      try await upstream.earlyCloses(atLeast: 1)
      #expect(upstream.bytesSent < size / 4)
      #expect(await wall.summary.bytesFetched < size / 4)
    }
  }
}

/// Another transport, which opens a gate when the first bytes of a body come.
private struct AnnouncedTransport: Transport {
  let transport: any Transport
  let begun: Gate

  func send(_ request: FetchRequest) async throws -> TransportResponse {
    let response = try await transport.send(request)
    return TransportResponse(
      head: response.head,
      body: TransportBody(
        response.body.map { [begun] chunk in
          begun.open()
          return chunk
        }
      )
    )
  }
}
