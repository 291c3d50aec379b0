import Errands
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

@testable import ErrandsLoading

/// Only an answer that came whole, and was taken, took away what was stored.
@Suite("Loads that change what is stored in a cache", .timeLimit(.minutes(1)))
struct CachedLoadChangeTests {
  /// How a change may be answered, though the load of it fails.
  enum Answer: CaseIterable {
    case breaksOff, isTooLarge, isRefused, leadsToFailure
  }

  private let time = WallTime()

  @Test("What was changed is loaded anew, however the load of the answer ends", arguments: Answer.allCases)
  func failure(_ answer: Answer) async throws {
    try await withCachedFetcher(
      .test(time),
      {
        $0.byteLimit = 10
        $0.validate = { if $0.fields["X-Refused"] != nil { throw Refused() } }
      },
      respond: { request in
        guard request.method == "PUT" else {
          return request.path == "/failure" ? .status(500) : .fresh("\(request.number)")
        }
        return switch answer {
        case .breaksOff: Script(framing: .length(10), steps: [.text("01234"), .close])
        case .isTooLarge: .ok("far more than ten bytes")
        case .isRefused: .ok("done", headers: ["X-Refused": "1"])
        case .leadsToFailure: .status(303, headers: ["Location": "/failure"])
        }
      }
    ) { fetcher, upstream in
      let first = try await fetcher.text(upstream.url("/a"))
      let change = fetcher.data(for: FetchRequest(upstream.url("/a"), method: .put))
      #expect(await (try? change.value()) == nil)
      let second = try await fetcher.text(upstream.url("/a"))
      #expect(first == "1" && second == "\(upstream.requestCount)")
    }
  }

  @Test("A refused change takes nothing away")
  func refused() async throws {
    try await withCachedFetcher(
      .test(time),
      respond: { $0.method == "PUT" ? .status(403) : .fresh("\($0.number)") }
    ) { fetcher, upstream in
      let first = try await fetcher.text(upstream.url)
      _ = await fetcher.data(for: FetchRequest(upstream.url, method: .put)).outcome()
      let second = try await fetcher.text(upstream.url)
      #expect(first == "1" && second == "1")
    }
  }

  @Test("What a redirect has led the change to is loaded anew, too")
  func redirected() async throws {
    try await withCachedFetcher(
      .test(time),
      respond: { request in
        guard request.method == "PUT" else { return .fresh("\(request.number)") }
        return request.path == "/a" ? .status(307, headers: ["Location": "/b"]) : .ok("done")
      }
    ) { fetcher, upstream in
      let first = try await fetcher.text(upstream.url("/b"))
      _ = try await fetcher.data(for: FetchRequest(upstream.url("/a"), method: .put)).value()
      let second = try await fetcher.text(upstream.url("/b"))
      #expect(first == "1" && second == "4")
    }
  }
}

private struct Refused: Error {}
