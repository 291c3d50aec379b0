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
    case isLost, breaksOff, isTooLarge, isRefused, leadsToFailure
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
        case .isLost: .raw([.close])
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

  /// By which a change is sent whose answer is not collected in memory.
  enum Way: CaseIterable {
    case stream, delegate, file
  }

  /// Only a change that was collected took anything away.
  @Test("What was changed is loaded anew, in whatever way the answer is taken", arguments: Way.allCases)
  func ways(_ way: Way) async throws {
    let folder = try TemporaryFolder()
    try await withCachedFetcher(
      .test(time),
      respond: { $0.method == "PUT" ? .ok("done") : .fresh("\($0.number)") }
    ) { fetcher, upstream in
      let first = try await fetcher.text(upstream.url)
      let change = FetchRequest(upstream.url, method: .put)
      switch way {
      case .stream:
        let answer = try await fetcher.response(for: change)
        // Nobody has read its body yet.
        let second = try await fetcher.text(upstream.url)
        #expect(first == "1" && second == "3")
        withExtendedLifetime(answer) {}
        return
      case .delegate:
        let listener = Listener()
        try await fetcher.run(change, delegate: listener, on: .immediate).value
      case .file:
        _ = try await fetcher.download(change, to: Destination(file: folder.path + "/a")).value()
      }
      let second = try await fetcher.text(upstream.url)
      #expect(first == "1" && second == "3")
    }
  }

  @Test("What could not be sent takes nothing away")
  func unsent() async throws {
    let cache = HTTPCache.test(time)
    let url = try await withCachedFetcher(cache, respond: { _ in .fresh("one") }) { fetcher, upstream in
      _ = try await fetcher.text(upstream.url)
      return upstream.url
    }
    try await withCachedFetcher(cache, respond: { _ in .fresh("two") }) { fetcher, _ in
      let change = fetcher.data(for: FetchRequest(url, method: .put))
      #expect(await (try? change.value()) == nil)
      let text = try await fetcher.text(url)
      #expect(text == "one")
    }
  }

  /// RFC 3986, section 6.2.2.
  @Test("An address is the same in whatever way it is written", arguments: ["/%62%2fc", "/b%2Fc"])
  func written(_ location: String) async throws {
    try await withCachedFetcher(
      .test(time),
      respond: {
        $0.method == "PUT" ? .status(201, headers: ["Location": location]) : .fresh("\($0.number)")
      }
    ) { fetcher, upstream in
      let first = [
        try await fetcher.text(upstream.url("/b%2Fc")), try await fetcher.text(upstream.url("/b/c")),
      ]
      _ = try await fetcher.data(for: FetchRequest(upstream.url("/a"), method: .put)).value()
      let second = [
        try await fetcher.text(upstream.url("/b%2Fc")), try await fetcher.text(upstream.url("/b/c")),
      ]
      #expect(first == ["1", "2"] && second == ["4", "2"])
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

private final class Listener: FetchDelegate {
  func fetch(_ request: FetchRequest, didReceive head: FetchHead) {}
  func fetch(_ request: FetchRequest, didReceive data: Data) {}
  func fetch(_ request: FetchRequest, didComplete outcome: Result<Void, any Error>) {}
}
