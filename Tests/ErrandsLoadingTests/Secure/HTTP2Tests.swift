import AsyncHTTPClient
import ErrandsLoading
import ErrandsTesting
import Foundation
import Testing

@testable import ErrandsAsyncHTTPClient

@Suite("HTTP/2", .timeLimit(.minutes(1)))
struct HTTP2Tests {
  @Test(
    "It is spoken where it is allowed and the server offers it, and else HTTP/1.1",
    arguments: [true, false]
  )
  func negotiated(isAllowed: Bool) async throws {
    try await withSecureUpstream(trusting: true, allowsHTTP2: isAllowed) { fetcher, upstream in
      let answer = try await fetcher.data(for: FetchRequest(try upstream.url("/"))).value()
      #expect(String(decoding: answer.body, as: UTF8.self) == (isAllowed ? "HTTP/2" : "HTTP/1"))
    }
  }

  @Test("Loads share one connection")
  func oneConnection() async throws {
    try await withSecureUpstream(trusting: true, allowsHTTP2: true) { fetcher, upstream in
      // The first makes the connection; what comes before it is there makes others.
      _ = try await fetcher.data(for: FetchRequest(try upstream.url("/first"))).value()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<64 {
          let request = FetchRequest(try upstream.url("/\(number)"))
          group.addTask { _ = try await fetcher.data(for: request).value() }
        }
        try await group.waitForAll()
      }
      #expect(upstream.counts == SecureUpstream.Counts(connections: 1, requests: 65))
    }
  }

  @Test("A status that is none fails the load, and not the process")
  func noStatus() async throws {
    try await withSecureUpstream(trusting: true, allowsHTTP2: true) { fetcher, upstream in
      let request = FetchRequest(try upstream.url("/none"))
      await #expect(throws: FetchError.self) { try await fetcher.data(for: request).value() }
      _ = try await fetcher.data(for: FetchRequest(try upstream.url("/"))).value()
    }
  }

  @Test("An answer that is broken off is tried again, as over HTTP/1.1")
  func cut() async throws {
    try await withSecureUpstream(trusting: true, allowsHTTP2: true, retries: 2) { fetcher, upstream in
      let request = FetchRequest(try upstream.url("/cut"))
      let error = await #expect(throws: FetchError.self) { try await fetcher.data(for: request).value() }
      #expect(error?.isTransient == true, "\(String(describing: error))")
      #expect(upstream.counts.requests == 3)
    }
  }

  @Test("A server that has gone away fails a load with what can be tried again")
  func gone() async throws {
    try await withSecureUpstream(trusting: true, allowsHTTP2: true) { fetcher, upstream in
      let request = FetchRequest(try upstream.url("/"))
      _ = try await fetcher.data(for: request).value()
      await upstream.stop()
      let error = await #expect(throws: FetchError.self) {
        // The connection that is there may be used once more.
        for _ in 0..<1_000 { _ = try await fetcher.data(for: request).value() }
      }
      #expect(error?.isTransient == true, "\(String(describing: error))")
    }
  }

  // On a busy machine a load failed now and then as if somebody had cancelled it.
  @Test("A connection that is just going is no cancellation, as long as nobody has cancelled")
  func going() async throws {
    let url = try #require(URL(string: "https://example.org/"))
    let told = Task { FetchError.mapping(HTTPClientError.cancelled, of: url) }
    #expect(await told.value as? FetchError == FetchError(url, .connectionLost))
    let gate = Gate()
    let cancelled = Task {
      try? await gate.wait()
      return FetchError.mapping(HTTPClientError.cancelled, of: url)
    }
    cancelled.cancel()
    gate.open()
    #expect(await cancelled.value is CancellationError)
  }
}
