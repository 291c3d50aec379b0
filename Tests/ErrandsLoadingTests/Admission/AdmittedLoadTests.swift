import Errands
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

@testable import ErrandsLoading

@Suite("Loads that wait for a place", .timeLimit(.minutes(1)))
struct AdmittedLoadTests {
  private let gate = Gate()
  private let clock = VirtualClock()

  private func admission(_ change: (inout Admission.Limits) -> Void) -> Admission {
    var limits = Admission.Limits()
    change(&limits)
    return Admission(limits: limits, clock: clock)
  }

  /// Answers when the gate is open.
  private var held: @Sendable (RecordedRequest) async throws -> Script {
    { [gate] request in
      try await gate.wait()
      return .ok(request.path)
    }
  }

  private func load(_ fetcher: Fetcher, _ upstream: ScriptedUpstream, _ path: String) -> Errand<FetchedData> {
    fetcher.data(for: FetchRequest(upstream.url(path)))
  }

  // MARK: Limits

  @Test("So many are in flight at once, and never more", arguments: Carrier.allCases)
  func limit(_ carrier: Carrier) async throws {
    let admission = admission { $0.perHost = 3 }
    try await withFetcher(carrier, { $0.admission = admission }, respond: held) { fetcher, upstream in
      let runs = (0..<40).map { load(fetcher, upstream, "/\($0)").run() }
      #expect(admission.counts == .init(inFlight: 3, waiting: 37))
      _ = try await upstream.request(3)
      gate.open()
      for run in runs { _ = try await run.value }
      #expect(upstream.requestCount == 40)
      #expect(upstream.mostRequestsAtOnce <= 3)
      #expect(Set(upstream.requests.prefix(3).map(\.path)) == ["/0", "/1", "/2"])
    }
  }

  @Test("Loads of the same thing have one place", arguments: Carrier.allCases)
  func shared(_ carrier: Carrier) async throws {
    let admission = admission { $0.perHost = 1 }
    try await withFetcher(carrier, { $0.admission = admission }, respond: held) { fetcher, upstream in
      let runs = (0..<5).map { _ in load(fetcher, upstream, "/a").run() }
      #expect(admission.counts == .init(inFlight: 1, waiting: 0))
      gate.open()
      for run in runs { _ = try await run.value }
      #expect(upstream.requestCount == 1)
    }
  }

  /// A host that does not answer held the places of all others.
  @Test("A dead host holds its own places, and those of a live one are free", arguments: Carrier.allCases)
  func deadHost(_ carrier: Carrier) async throws {
    let admission = admission { ($0.total, $0.perHost) = (4, 2) }
    try await withUpstream(respond: { .ok($0.path) }) { live in
      try await withFetcher(carrier, { $0.admission = admission }, respond: held) { fetcher, dead in
        let stuck = (0..<10).map { load(fetcher, dead, "/\($0)").run() }
        for number in 0..<10 { _ = try await load(fetcher, live, "/\(number)").value() }
        #expect(admission.counts(for: dead.url) == .init(inFlight: 2, waiting: 8))
        for run in stuck { run.cancel() }
        try await dead.earlyCloses(atLeast: 2)
      }
    }
  }

  @Test(
    "One more than may wait is refused with a sentence, and the others go on",
    arguments: Carrier.allCases
  )
  func tooMany(_ carrier: Carrier) async throws {
    let admission = admission { $0.perHost = 1 }
    let adapted = Events<Void>()
    let counting = Interceptor(adapting: { request, _ in
      adapted.record(())
      return request
    })
    let change: (inout Fetcher.Configuration) -> Void = {
      ($0.admission, $0.interceptors) = (admission, [counting])
    }
    try await withFetcher(carrier, change, respond: held) { fetcher, upstream in
      let runs = (0...10_000).map { load(fetcher, upstream, "/\($0)").run() }
      #expect(admission.counts == .init(inFlight: 1, waiting: 10_000))
      let refused = load(fetcher, upstream, "/refused").run()
      guard case .failure(let error)? = refused.outcome else {
        Issue.record("It is not refused at once.")
        return
      }
      let host = "http://127.0.0.1:\(upstream.port)"
      #expect(error as? AdmissionError == .tooManyWaiting(host: host, limit: 10_000))
      #expect("\(error)".contains("10000 loads wait already"))
      // Those that wait have no task: the first thing that a task does is to adapt the request.
      _ = try await upstream.request(1)
      #expect(adapted.count == 1)
      for run in runs.dropFirst() { run.cancel() }
      #expect(admission.counts == .init(inFlight: 1, waiting: 0))
      gate.open()
      _ = try await runs[0].value
      #expect(adapted.count == 1 && upstream.requestCount == 1)
    }
  }

  // MARK: Leaving

  @Test("One that is cancelled while it waits leaves at once, and sends nothing", arguments: Carrier.allCases)
  func cancelled(_ carrier: Carrier) async throws {
    let admission = admission { $0.perHost = 1 }
    try await withLiveObjects { live in
      try await withFetcher(carrier, { $0.admission = admission }, respond: held) { fetcher, upstream in
        let first = load(fetcher, upstream, "/first").run()
        let probe = live.object("handler")
        let waiting = load(fetcher, upstream, "/waiting").map { [probe] answer in
          withExtendedLifetime(probe) { answer }
        }.run()
        let last = load(fetcher, upstream, "/last").run()
        waiting.cancel()
        #expect(admission.counts == .init(inFlight: 1, waiting: 1))
        gate.open()
        _ = try await (first.value, last.value)
        #expect(upstream.requests.map(\.path) == ["/first", "/last"])
      }
    }
  }

  @Test("The deadline counts the wait", arguments: Carrier.allCases)
  func deadline(_ carrier: Carrier) async throws {
    let admission = admission { $0.perHost = 1 }
    let change: (inout Fetcher.Configuration) -> Void = {
      ($0.admission, $0.deadline) = (admission, .seconds(5))
    }
    try await withFetcher(carrier, clock: clock, change, respond: held) { fetcher, upstream in
      let place = try await admission.place(for: upstream.url).value()
      let run = load(fetcher, upstream, "/a").run()
      try await clock.sleepers(atLeast: 1)
      clock.advance(by: .seconds(5))
      #expect(await run.settled.fetchError == FetchError(upstream.url("/a"), .timedOut(after: .seconds(5))))
      #expect(admission.counts == .init(inFlight: 1, waiting: 0))
      place.release()
      #expect(upstream.requestCount == 0)
    }
  }

  /// Of a batch for one host, all but the first members failed for the time that those before them took.
  @Test("Where that is said, it begins with the place", arguments: Way.all, [false, true])
  func deadlineFromPlace(_ way: Way, isCached: Bool) async throws {
    let admission = admission { $0.perHost = 1 }
    let change: (inout Fetcher.Configuration) -> Void = {
      ($0.admission, $0.deadline, $0.deadlineCountsWait) = (admission, .seconds(5), false)
      $0.cache = isCached ? HTTPCache() : nil
    }
    try await withFetcher(way.carrier, clock: clock, change, respond: held) { fetcher, upstream in
      let place = try await admission.place(for: upstream.url).value()
      let url = upstream.url("/a")
      let load = Task { try await way.style.load(FetchRequest(url), with: fetcher) }
      while admission.counts.waiting < 1 {
        try Task.checkCancellation()
        await Task.yield()
      }
      clock.advance(by: .seconds(60))
      place.release()
      _ = try await upstream.request(1)
      try await clock.sleepers(atLeast: 1)
      clock.advance(by: .seconds(5))
      await #expect(throws: FetchError(url, .timedOut(after: .seconds(5)))) { try await load.value }
      try await upstream.earlyCloses(atLeast: 1)
      #expect(admission.counts == .init())
    }
  }

  @Test("Without an admission there is no wait to be left out: it counts from the beginning")
  func deadlineWithoutPlaces() async throws {
    let change: (inout Fetcher.Configuration) -> Void = {
      ($0.deadline, $0.deadlineCountsWait) = (.seconds(5), false)
    }
    try await withFetcher(.asyncHTTPClient, clock: clock, change, respond: held) { fetcher, upstream in
      let run = load(fetcher, upstream, "/a").run()
      _ = try await upstream.request(1)
      try await clock.sleepers(atLeast: 1)
      clock.advance(by: .seconds(5))
      #expect(await run.settled.fetchError == FetchError(upstream.url("/a"), .timedOut(after: .seconds(5))))
    }
  }

  /// How a load can end.
  enum Ending: String, CaseIterable, Sendable {
    case success, failure, cancellation, broken, tooLarge

    var script: Script {
      switch self {
      case .success: .ok("here")
      case .failure: .status(404)
      case .cancellation: Script(framing: .length(9), steps: [.stall])
      case .broken: Script(framing: .length(9), steps: [.text("abc"), .close])
      case .tooLarge: Script(steps: [.repeating([1], count: 10_000)])
      }
    }
  }

  @Test("The place is given back, however a load ends", arguments: Carrier.allCases, Ending.allCases)
  func givenBack(_ carrier: Carrier, _ ending: Ending) async throws {
    let admission = admission { $0.perHost = 1 }
    let change: (inout Fetcher.Configuration) -> Void = {
      ($0.admission, $0.byteLimit) = (admission, 1_000)
    }
    try await withFetcher(carrier, ending.script, change) { fetcher, upstream in
      var count = 0
      for number in 1...3 {
        // A task that waits for the others does not cancel them.
        for style in LoadStyle.allCases where ending != .cancellation || [.data, .response].contains(style) {
          let request = FetchRequest(upstream.url("/\(number)"))
          let loading = Task { try await style.load(request, with: fetcher) }
          count += 1
          if ending == .cancellation {
            _ = try await upstream.request(count)
            loading.cancel()
          }
          let outcome = await loading.result
          #expect(outcome.isCancelled == (ending == .cancellation))
          #expect((try? outcome.get()) == (ending == .success ? Data("here".utf8) : nil))
        }
      }
      try await admission.place(for: upstream.url).value().release()
      #expect(admission.counts == .init())
    }
  }

  @Test("A reader who has the body holds the place until it is read", arguments: Carrier.allCases)
  func reader(_ carrier: Carrier) async throws {
    let admission = admission { $0.perHost = 1 }
    let script = Script(framing: .length(9), steps: [.text("begun"), .wait(gate.wait), .text("ends")])
    try await withFetcher(carrier, script, { $0.admission = admission }) { fetcher, upstream in
      let response = try await fetcher.response(for: FetchRequest(upstream.url))
      #expect(admission.counts.inFlight == 1)
      gate.open()
      var body = Data()
      for try await chunk in response.body { body += chunk }
      #expect(body == Data("begunends".utf8))
      try await admission.place(for: upstream.url).value().release()
      #expect(admission.counts == .init())
    }
  }

  // MARK: Waiting elsewhere

  @Test("What waits for its next try holds up nothing", arguments: Carrier.allCases)
  func betweenTries(_ carrier: Carrier) async throws {
    let admission = admission { $0.perHost = 1 }
    try await withFetcher(
      carrier,
      clock: clock,
      { ($0.admission, $0.retry) = (admission, RetryPolicy()) },
      respond: { $0.number == 1 ? .status(503, headers: ["Retry-After": "10"]) : .ok($0.path) },
      { fetcher, upstream in
        let waiting = load(fetcher, upstream, "/waiting").run()
        // Its deadline, and the wait. Looked at behind the other load, it could be the deadlines of both, before the wait
        // had begun, and the clock was moved for nobody.
        try await clock.sleepers(atLeast: 2)
        #expect(admission.counts == .init())
        _ = try await load(fetcher, upstream, "/other").value()
        #expect(waiting.outcome == nil)
        clock.advance(by: .seconds(10))
        _ = try await waiting.value
        #expect(upstream.requests.map(\.path) == ["/waiting", "/other", "/waiting"])
        #expect(upstream.mostRequestsAtOnce == 1)
      }
    )
  }

  @Test("Nor does what an interceptor has to decide about", arguments: Carrier.allCases)
  func deciding(_ carrier: Carrier) async throws {
    let admission = admission { $0.perHost = 1 }
    let (gate, asked) = (gate, Gate())
    let slow = Interceptor(deciding: { _ in
      asked.open()
      try await gate.wait()
      return .asUsual
    })
    try await withFetcher(
      carrier,
      { ($0.admission, $0.interceptors) = (admission, [slow]) },
      respond: { $0.path == "/gone" ? .status(404) : .ok("") },
      { fetcher, upstream in
        let gone = load(fetcher, upstream, "/gone").run()
        try await asked.wait()
        _ = try await load(fetcher, upstream, "/other").value()
        gate.open()
        #expect(await gone.settled.fetchError?.kind == "status")
      }
    )
  }

  /// A load that was redirected held the place of a host that it did not talk to any more.
  @Test(
    "A redirect to another host gives the place back, and waits for one there",
    arguments: Carrier.allCases
  )
  func redirect(_ carrier: Carrier) async throws {
    let admission = admission { $0.perHost = 1 }
    let gate = gate
    try await withUpstream(respond: { _ in
      try await gate.wait()
      return .ok("there")
    }) { other in
      let there = other.url("/there").absoluteString
      try await withFetcher(
        carrier,
        { $0.admission = admission },
        respond: { $0.path == "/moved" ? .redirect(to: there) : .ok("here") },
        { fetcher, upstream in
          let occupying = load(fetcher, other, "/occupying").run()
          _ = try await other.request(1)
          let moved = load(fetcher, upstream, "/moved").run()
          _ = try await load(fetcher, upstream, "/plain").value()
          #expect(other.requestCount == 1)
          gate.open()
          let answers = try await (occupying.value.body, moved.value.body)
          #expect(answers == (Data("there".utf8), Data("there".utf8)))
          #expect(other.mostRequestsAtOnce == 1)
          #expect(admission.counts == .init())
        }
      )
    }
  }

  /// The wait at the other host had the priority that the load's task was begun with, whatever became of the load's.
  @Test("The wait at the other host has the load's priority, as that moves", arguments: Carrier.allCases)
  func redirectedPriority(_ carrier: Carrier) async throws {
    let admission = admission { $0.perHost = 1 }
    let there = Events<String>()
    try await withUpstream(respond: { request in
      there.record(request.path)
      return .ok("there")
    }) { other in
      let place = try await admission.place(for: other.url).value()
      try await withFetcher(
        carrier,
        { $0.admission = admission },
        respond: { .redirect(to: other.url($0.path).absoluteString) },
        { fetcher, upstream in
          func waiting(_ count: Int) async throws {
            while admission.counts(for: other.url).waiting < count {
              try Task.checkCancellation()
              await Task.yield()
            }
          }
          // Waiting for the other host, in this order.
          let low = load(fetcher, upstream, "/low").priority(.low).run()
          try await waiting(1)
          let raised = load(fetcher, upstream, "/raised").run()
          try await waiting(2)
          let plain = load(fetcher, other, "/plain").run()
          let lowered = load(fetcher, other, "/lowered").priority(.veryLow).run()
          try await waiting(4)
          raised.priority = .high
          place.release()
          for run in [low, raised, plain, lowered] { _ = try await run.value }
          #expect(there.all == ["/raised", "/plain", "/low", "/lowered"])
        }
      )
    }
  }

  @Test("and so has the wait behind one for the next try")
  func priorityBetweenTries() async throws {
    let admission = admission { $0.perHost = 1 }
    try await withFetcher(
      .asyncHTTPClient,
      clock: clock,
      { ($0.admission, $0.retry, $0.deadline) = (admission, RetryPolicy(), .seconds(100)) },
      respond: { $0.number == 1 ? .status(503, headers: ["Retry-After": "10"]) : .ok($0.path) },
      { fetcher, upstream in
        let again = load(fetcher, upstream, "/again").run()
        _ = try await upstream.request(1)
        try await clock.sleepers(atLeast: 2)
        let place = try await admission.place(for: upstream.url).value()
        let other = load(fetcher, upstream, "/other").run()
        clock.advance(by: .seconds(10))
        while admission.counts.waiting < 2 {
          try Task.checkCancellation()
          await Task.yield()
        }
        again.priority = .high
        place.release()
        _ = try await (again.value, other.value)
        #expect(upstream.requests.map(\.path) == ["/again", "/again", "/other"])
      }
    )
  }

  @Test("One that is cancelled while it waits at the other host leaves both", arguments: Carrier.allCases)
  func cancelledInRedirect(_ carrier: Carrier) async throws {
    // Whoever waits for a token is seen to sleep.
    let admission = admission { $0.rate = RateLimit(requests: 1, per: .seconds(60)) }
    try await withUpstream(respond: { _ in .ok("") }) { other in
      let there = other.url("/there").absoluteString
      try await admission.place(for: other.url).value().release()
      try await withFetcher(carrier, .redirect(to: there), { $0.admission = admission }) {
        fetcher,
        upstream in
        let moved = load(fetcher, upstream, "/moved").run()
        try await clock.sleepers(atLeast: 1)
        #expect(admission.counts(for: other.url) == .init(inFlight: 0, waiting: 1))
        #expect(admission.counts(for: upstream.url) == .init())
        moved.cancel()
        #expect(await moved.settled.isCancelled)
        // It has left the queue, and with it the admission's timer has gone: a token that comes is not given to it.
        try await clock.sleepers(atMost: 0)
        clock.advance(by: .seconds(60))
        try await admission.place(for: other.url).value().release()
        #expect(admission.counts == .init() && other.requestCount == 0)
      }
    }
  }
}
