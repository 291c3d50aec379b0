import Errands
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

@testable import ErrandsLoading

@Suite("Loads of the same thing at the same time", .timeLimit(.minutes(1)))
struct SharedLoadTests {
  private let gate = Gate()

  /// Answers with what was asked for, when the gate is open.
  private var held: @Sendable (RecordedRequest) async throws -> Script {
    { [gate] request in
      try await gate.wait()
      return .ok("\(request.method) \(request.path) \(request.headers["Authorization"] ?? "nobody")")
    }
  }

  private func expect(
    _ run: Run<FetchedData>,
    gives text: String,
    at location: Testing.SourceLocation = #_sourceLocation
  ) async throws {
    let body = try await run.value.body
    #expect(String(decoding: body, as: UTF8.self) == text, sourceLocation: location)
  }

  @Test("Ten threads that begin at once have ten answers of one request", arguments: Carrier.allCases)
  func threads(_ carrier: Carrier) async throws {
    try await withFetcher(carrier, respond: held) { fetcher, upstream in
      let request = FetchRequest(upstream.url("/a"))
      let runs = Events<Run<FetchedData>>()
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<10 {
          group.addTask { await onThread { runs.record(fetcher.data(for: request).run()) } }
        }
      }
      gate.open()
      for run in runs.all { try await expect(run, gives: "GET /a nobody") }
      #expect(runs.count == 10)
      #expect(upstream.requestCount == 1)
      #expect(fetcher.flights.count == 0)
    }
  }

  @Test("Copies of a fetcher share, and two fetchers do not", arguments: Carrier.allCases)
  func copies(_ carrier: Carrier) async throws {
    try await withFetcher(carrier, respond: held) { fetcher, upstream in
      let copy = fetcher
      let stranger = Fetcher(transport: fetcher.transport, configuration: fetcher.configuration)
      let runs = [fetcher, copy, stranger].map { $0.data(for: FetchRequest(upstream.url("/a"))).run() }
      gate.open()
      for run in runs { _ = try await run.value }
      #expect(upstream.requestCount == 2)
    }
  }

  /// House law: two users never share an answer.
  @Test("Two users have two requests, and each has their own answer", arguments: Carrier.allCases)
  func users(_ carrier: Carrier) async throws {
    try await withFetcher(carrier, respond: held) { fetcher, upstream in
      let names = ["one", "two", "one", "two", "nobody"]
      let runs = names.map { name in
        let fields: HTTPFields = name == "nobody" ? [:] : ["Authorization": name]
        return fetcher.data(for: FetchRequest(upstream.url("/a"), fields: fields)).run()
      }
      #expect(fetcher.flights.count == 3)
      gate.open()
      for (name, run) in zip(names, runs) { try await expect(run, gives: "GET /a \(name)") }
      #expect(upstream.requestCount == 3)
    }
  }

  @Test("HEAD and GET are two, and HEAD has no body", arguments: Carrier.allCases)
  func methods(_ carrier: Carrier) async throws {
    try await withFetcher(carrier, respond: held) { fetcher, upstream in
      let get = fetcher.data(for: FetchRequest(upstream.url("/a"))).run()
      let head = fetcher.data(for: FetchRequest(upstream.url("/a"), method: .head)).run()
      gate.open()
      try await expect(get, gives: "GET /a nobody")
      try await expect(head, gives: "")
      #expect(Set(upstream.requests.map(\.method)) == ["GET", "HEAD"])
    }
  }

  @Test("Addresses with one key of the caller's are one", arguments: Carrier.allCases)
  func keys(_ carrier: Carrier) async throws {
    try await withFetcher(carrier, respond: held) { fetcher, upstream in
      let runs = (0..<3).map { number in
        var request = FetchRequest(upstream.url("/a?signature=\(number)"))
        request.key = "a"
        return fetcher.data(for: request).run()
      }
      gate.open()
      for run in runs { _ = try await run.value }
      #expect(upstream.requests.map(\.query) == ["signature=0"])
    }
  }

  @Test(
    "What changes something is never shared",
    arguments: Carrier.allCases,
    [.post, .put, .delete, .patch] as [FetchRequest.Method]
  )
  func changes(_ carrier: Carrier, _ method: FetchRequest.Method) async throws {
    try await withFetcher(carrier, respond: held) { fetcher, upstream in
      let runs = (0..<3).map { _ in
        fetcher.data(for: FetchRequest(upstream.url("/a"), method: method)).run()
      }
      gate.open()
      for run in runs { _ = try await run.value }
      #expect(upstream.requestCount == 3)
    }
  }

  /// Two equal orders were one.
  @Test(
    "Nor is it where its updates are asked for over a cache",
    arguments: [.post, .put, .delete, .patch] as [FetchRequest.Method]
  )
  func changingUpdates(_ method: FetchRequest.Method) async throws {
    try await withFetcher(.asyncHTTPClient, { $0.cache = HTTPCache() }, respond: held) { fetcher, upstream in
      let streams = (0..<3).map { _ in
        fetcher.updates(for: FetchRequest(upstream.url("/a"), method: method))
      }
      gate.open()
      for stream in streams { for try await answer in stream { #expect(answer.head.status == 200) } }
      #expect(upstream.requestCount == 3)
    }
  }

  /// Downloads did share them: of two orders that were posted for one file, one was placed.
  @Test("Nor is it where it goes to a file")
  func changingDownloads() async throws {
    let folder = try TemporaryFolder()
    try await withFetcher(.asyncHTTPClient, respond: held) { fetcher, upstream in
      let runs = (0..<2).map { number in
        var request = FetchRequest(upstream.url("/a"), method: .post)
        request.body = .bytes(Data("\(number)".utf8))
        return fetcher.download(request, to: Destination(file: folder.path + "/a", existing: .replace)).run()
      }
      gate.open()
      for run in runs { _ = try await run.value }
      #expect(Set(upstream.requests.map(\.text)) == ["0", "1"])
    }
  }

  // MARK: Coming and going

  @Test("The last but one who leaves takes nothing along", arguments: Carrier.allCases)
  func lastButOne(_ carrier: Carrier) async throws {
    try await withFetcher(carrier, respond: held) { fetcher, upstream in
      let runs = (0..<3).map { _ in fetcher.data(for: FetchRequest(upstream.url("/a"))).run() }
      _ = try await upstream.request(1)
      // The one who began it is no other than the rest.
      runs[0].cancel()
      runs[2].cancel()
      #expect(await runs[0].settled.isCancelled)
      gate.open()
      try await expect(runs[1], gives: "GET /a nobody")
      #expect(upstream.requestCount == 1 && upstream.earlyCloses == 0)
    }
  }

  @Test("The last who leaves closes the connection", arguments: Carrier.allCases)
  func last(_ carrier: Carrier) async throws {
    try await withFetcher(carrier, respond: held) { fetcher, upstream in
      let runs = (0..<3).map { _ in fetcher.data(for: FetchRequest(upstream.url("/a"))).run() }
      _ = try await upstream.request(1)
      for run in runs { run.cancel() }
      try await upstream.earlyCloses(atLeast: 1)
      #expect(fetcher.flights.count == 0)
    }
  }

  /// Each round both happen at the same moment: whoever joins must neither be cancelled along nor wait for ever.
  @Test("Whoever joins in the instant in which the last one leaves has an answer")
  func inTheInstant() async throws {
    let gate = gate
    let transport = ClosureTransport { request in
      try await gate.wait()
      return .text("here", to: request)
    }
    let fetcher = Fetcher(transport: transport)
    let requests = try (0..<500).map { FetchRequest(try URL(fetching: "http://host/\($0)")) }
    let leaving = requests.map { fetcher.data(for: $0).run() }
    let joining = Events<Run<FetchedData>>()
    await race(rounds: requests.count) { round in
      leaving[round].cancel()
    } _: { round in
      joining.record(fetcher.data(for: requests[round]).run())
    }
    gate.open()
    for run in joining.all { try await expect(run, gives: "here") }
    for run in leaving { #expect(await run.settled.isCancelled) }
    #expect(fetcher.flights.count == 0)
  }

  @Test("Each has a deadline of their own, counted from their own beginning", arguments: Carrier.allCases)
  func deadlines(_ carrier: Carrier) async throws {
    let (clock, limit) = (VirtualClock(), Duration.seconds(5))
    try await withFetcher(carrier, clock: clock, { $0.deadline = limit }, respond: held) {
      fetcher,
      upstream in
      let request = FetchRequest(upstream.url("/a"))
      let first = fetcher.data(for: request).run()
      try await clock.sleepers(atLeast: 1)
      clock.advance(by: .seconds(3))
      let second = fetcher.data(for: request).run()
      clock.advance(by: .seconds(2))
      #expect(await first.settled.fetchError == FetchError(request.url, .timedOut(after: limit)))
      gate.open()
      try await expect(second, gives: "GET /a nobody")
      #expect(upstream.requestCount == 1)
    }
  }

  @Test("One who joins late is told how far it is, and then with the others", arguments: Carrier.allCases)
  func progress(_ carrier: Carrier) async throws {
    let script = Script(framing: .length(10), steps: [.text("01234"), .wait(gate.wait), .text("56789")])
    try await withFetcher(carrier, script) { fetcher, upstream in
      let request = FetchRequest(upstream.url("/a"))
      let reports = Events<RunProgress>()
      let first = fetcher.data(for: request).begin(in: nil as Scope?) { run in
        run.onProgress(on: .immediate) { reports.record($0) }
      }
      _ = try await reports.first { $0.completed == 5 }
      let late = Events<RunProgress>()
      let second = fetcher.data(for: request).begin(in: nil as Scope?) { run in
        run.onProgress(on: .immediate) { late.record($0) }
      }
      #expect(second.progress == RunProgress(completed: 5, total: 10))
      gate.open()
      _ = try await (first.value, second.value)
      #expect(late.all.first == RunProgress(completed: 5, total: 10))
      #expect(late.all.last == RunProgress(completed: 10, total: 10))
    }
  }

  @Test("The highest priority of those who share it counts, also while it waits", arguments: Carrier.allCases)
  func priorities(_ carrier: Carrier) async throws {
    var limits = Admission.Limits()
    limits.total = 1
    let admission = Admission(limits: limits)
    try await withFetcher(carrier, { $0.admission = admission }, respond: held) { fetcher, upstream in
      func load(_ path: String) -> Errand<FetchedData> { fetcher.data(for: FetchRequest(upstream.url(path))) }
      var runs = ["/first", "/b", "/c", "/a"].map { load($0).run() }
      runs.append(load("/a").priority(.high).run())
      let leaving = load("/c").priority(.veryHigh).run()
      leaving.cancel()
      #expect(admission.counts == .init(inFlight: 1, waiting: 3))
      gate.open()
      for run in runs { _ = try await run.value }
      #expect(upstream.requests.map(\.path) == ["/first", "/a", "/b", "/c"])
    }
  }

  // MARK: Ends

  @Test("A decoding that fails is nobody else's failure", arguments: Carrier.allCases)
  func decoding(_ carrier: Carrier) async throws {
    try await withFetcher(carrier, respond: held) { fetcher, upstream in
      let request = FetchRequest(upstream.url("/a"))
      let failing = fetcher.json([Int].self, for: request).run()
      let other = fetcher.value(for: request) { $0.body.count }.run()
      let plain = fetcher.data(for: request).run()
      gate.open()
      #expect(await failing.settled.fetchError?.kind == "malformedJSON")
      let count = try await other.value
      #expect(count == 13)
      try await expect(plain, gives: "GET /a nobody")
      #expect(upstream.requestCount == 1)
    }
  }

  @Test("A failure is told to all, and the next load begins anew", arguments: Carrier.allCases)
  func failure(_ carrier: Carrier) async throws {
    let gate = gate
    try await withFetcher(
      carrier,
      respond: { request in
        try await gate.wait()
        return request.number == 1 ? .status(404, text: "none") : .ok("now")
      },
      { fetcher, upstream in
        let request = FetchRequest(upstream.url("/a"))
        let runs = (0..<3).map { _ in fetcher.data(for: request).run() }
        gate.open()
        for run in runs {
          let error = await run.settled.fetchError
          #expect(error == FetchError(request.url, .status(404, retryAfter: nil)))
          #expect(error?.answer?.body == Data("none".utf8))
        }
        #expect(upstream.requestCount == 1)
        try await expect(fetcher.data(for: request).run(), gives: "now")
      }
    )
  }

  @Test("Nothing is left behind, however they end", arguments: Carrier.allCases)
  func nothingLeft(_ carrier: Carrier) async throws {
    try await withLiveObjects { live in
      try await withFetcher(carrier, respond: held) { fetcher, upstream in
        let outcomes = Events<Bool>()
        let runs = (0..<6).map { number in
          let probe = live.object("handler \(number)")
          return fetcher.value(for: FetchRequest(upstream.url("/\(number % 2)"))) { [probe] answer in
            withExtendedLifetime(probe) { answer.body.count }
          }.run(on: .concurrent) { [probe] outcome in
            withExtendedLifetime(probe) { outcomes.record(outcome.isCancelled) }
          }
        }
        _ = try await upstream.request(2)
        // All of one address, and one of three of the other.
        for number in [0, 2, 4, 1] { runs[number].cancel() }
        try await upstream.earlyCloses(atLeast: 1)
        gate.open()
        _ = try await outcomes.event(6)
        #expect(outcomes.all.count { $0 } == 4)
        #expect(fetcher.flights.count == 0)
      }
    }
  }
}
