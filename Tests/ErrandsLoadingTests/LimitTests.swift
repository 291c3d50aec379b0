import Errands
import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

@Suite("Limits of bytes, and back-pressure", .timeLimit(.minutes(1)))
struct LimitTests {
  /// What the sockets, the client's buffers and the upstream's last block hold between two ends on loopback.
  private let inFlight = 12 << 20
  /// More than any transport has read by the time at which it is told to stop. (A hundred megabytes were not:
  /// one that cannot pause had them all before its cancellation came through, and nothing was left to close.)
  private let endless = 1 << 40

  @Test("A body that is declared too large is not read", arguments: Way.all)
  func declared(_ way: Way) async throws {
    let script = Script(steps: [.repeating([1], count: endless)])
    try await withFetcher(way.carrier, script, { $0.byteLimit = 1_000_000 }) { fetcher, upstream in
      await #expect(throws: FetchError(upstream.url, .tooLarge(limit: 1_000_000))) {
        try await way.style.load(FetchRequest(upstream.url), with: fetcher)
      }
      try await upstream.earlyCloses(atLeast: 1)
      #expect(upstream.requestCount == 1)
      if way.carrier.hasBackPressure { #expect(upstream.bytesSent < inFlight) }
    }
  }

  @Test("Not one byte of it is handed on", arguments: Carrier.allCases)
  func declaredToDelegate(_ carrier: Carrier) async throws {
    let script = Script(steps: [.repeating([1], count: 100_000_000)])
    try await withFetcher(carrier, script, { $0.byteLimit = 1_000_000 }) { fetcher, upstream in
      let delegate = MethodDelegate()
      fetcher.run(FetchRequest(upstream.url), delegate: delegate, on: .concurrent)
      _ = try await delegate.events.first(where: \.isEnd)
      #expect(delegate.events.all == [.failure(FetchError(upstream.url, .tooLarge(limit: 1_000_000)))])
    }
  }

  @Test("A body of the limit is taken, and one byte more is not", arguments: Carrier.allCases)
  func exactly(_ carrier: Carrier) async throws {
    for framing in [Script.Framing.automatic, .chunked] {
      for (count, isTaken) in [(1_000, true), (1_001, false)] {
        let script = Script(framing: framing, steps: [.repeating([1], count: count)])
        try await withFetcher(carrier, script, { $0.byteLimit = 1_000 }) { fetcher, upstream in
          let outcome = await fetcher.data(for: FetchRequest(upstream.url)).outcome()
          #expect(outcome.fetchError == (isTaken ? nil : FetchError(upstream.url, .tooLarge(limit: 1_000))))
        }
      }
    }
  }

  @Test("An endless body stops at the limit, and its sender is left", arguments: Way.all)
  func undeclared(_ way: Way) async throws {
    let script = Script(framing: .chunked, steps: [.repeating([1], count: endless)])
    try await withFetcher(way.carrier, script, { $0.byteLimit = 1_000_000 }) { fetcher, upstream in
      await #expect(throws: FetchError(upstream.url, .tooLarge(limit: 1_000_000))) {
        try await way.style.load(FetchRequest(upstream.url), with: fetcher)
      }
      try await upstream.earlyCloses(atLeast: 1)
      #expect(upstream.requestCount == 1)
      if way.carrier.hasBackPressure { #expect(upstream.bytesSent < inFlight) }
    }
  }

  @Test("A reader who stops reading stops the sender", arguments: Carrier.allCases.filter(\.hasBackPressure))
  func stoppedReader(_ carrier: Carrier) async throws {
    let script = Script(steps: [.repeating([1], count: 200_000_000)])
    let respond: @Sendable (RecordedRequest) async throws -> Script = {
      $0.path == "/turn" ? .ok("") : script
    }
    try await withFetcher(carrier, { $0.byteLimit = .max }, respond: respond) { fetcher, upstream in
      let response = try await fetcher.response(for: FetchRequest(upstream.url))
      var body = response.body.makeAsyncIterator()
      var received = 0
      for _ in 0..<20 {
        received += try await body.next()?.count ?? 0
        // Whoever is ahead of the reader has had every occasion to run away by now: both ends have had other work to do.
        for _ in 0..<5 { _ = try await fetcher.data(for: FetchRequest(upstream.url("/turn"))).value() }
        #expect(upstream.bytesSent < received + inFlight)
      }
      while let chunk = try await body.next() { received += chunk.count }
      #expect(received == 200_000_000)
      #expect(upstream.earlyCloses == 0)
    }
  }

  @Test("A delegate who is busy stops the sender", arguments: Carrier.allCases.filter(\.hasBackPressure))
  func busyDelegate(_ carrier: Carrier) async throws {
    let script = Script(steps: [.repeating([1], count: 200_000_000)])
    try await withFetcher(carrier, script, { $0.byteLimit = .max }) { fetcher, upstream in
      let turns = Events<@Sendable () -> Void>()
      let delegate = MethodDelegate()
      let run = fetcher.run(FetchRequest(upstream.url), delegate: delegate, on: Delivery { turns.record($0) })
      var received = 0
      for number in 1...20 {
        try await turns.event(number)()
        // One at a time: the next event waits until this one has been taken.
        #expect(delegate.events.count == number)
        if case .data(let chunk) = delegate.events.all[number - 1] { received += chunk.count }
        #expect(upstream.bytesSent < received + inFlight)
      }
      run.cancel()
      try await upstream.earlyCloses(atLeast: 1)
    }
  }

  /// URLSession outside Apple's platforms has no way to pause: a task that is resumed begins anew. What is not
  /// taken lies in memory, so there has to be an end to it.
  @Test(
    "Where a transport cannot pause, a reader who falls behind loses the load, not the memory",
    .enabled(if: !Carrier.urlSession.hasBackPressure)
  )
  func overrun() async throws {
    // URLSession may have read all of it before the first piece is handed on; the connection is still to be closed then.
    let script = Script(framing: .chunked, steps: [.repeating([1], count: 200_000_000), .stall])
    try await withUpstream(respond: { _ in script }) { upstream in
      let transport = URLSessionTransport(
        addressGuard: AddressGuard(allowsPrivate: true),
        bufferLimit: 1 << 20
      )
      var configuration = Fetcher.Configuration()
      configuration.byteLimit = .max
      let fetcher = Fetcher(transport: transport, configuration: configuration)
      let turns = Events<@Sendable () -> Void>()
      let delegate = MethodDelegate()
      fetcher.run(FetchRequest(upstream.url), delegate: delegate, on: Delivery { turns.record($0) })
      try await upstream.earlyCloses(atLeast: 1)
      var number = 0
      while delegate.events.all.last?.isEnd != true {
        number += 1
        try await turns.event(number)()
      }
      let error = FetchError(upstream.url, .transport(reason: "its reader fell too far behind"))
      #expect(delegate.events.all.last == .failure(error))
    }
  }
}
