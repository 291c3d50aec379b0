import Dispatch
import Errands
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

@testable import ErrandsLoading

@Suite("Cancellation in every gap", .timeLimit(.minutes(1)))
struct CancellationTests {
  /// How far a load has come when it is cancelled.
  enum Stage: String, CaseIterable, Sendable {
    case waitingForHead, betweenHeadAndBody, inTheBody, waitingToRetry

    /// A script that brings a load to this stage and leaves it there.
    func script(_ never: Gate) async throws -> Script {
      switch self {
      case .waitingForHead:
        try await never.wait()
        return .ok("")
      case .betweenHeadAndBody: return Script(framing: .length(100), steps: [.stall])
      case .inTheBody: return Script(framing: .length(100), steps: [.text("begun"), .stall])
      case .waitingToRetry: return .status(503, headers: ["Retry-After": "10"])
      }
    }
  }

  /// Who cancels.
  enum Means: String, CaseIterable, Sendable {
    case run, scope, scopeLetGo, task
  }

  struct Case: Sendable, CustomStringConvertible {
    let carrier: Carrier
    let stage: Stage
    let means: Means

    var description: String { "\(carrier.rawValue), \(stage.rawValue), by \(means.rawValue)" }

    static let all = Carrier.allCases.flatMap { carrier in
      Stage.allCases.flatMap { stage in
        Means.allCases.map { Case(carrier: carrier, stage: stage, means: $0) }
      }
    }
  }

  /// What the trace tells of one errand: the means of knowing where it is, whoever runs it.
  private final class Watch: Sendable {
    let events = Events<TraceEvent.Kind>()
    private let observation: Trace.Observation

    init(_ request: FetchRequest) {
      observation = Trace.observe { [events] event in
        if event.name == "GET \(request.url)" { events.record(event.kind) }
      }
    }

    func progress(atLeast bytes: Int64) async throws {
      _ = try await events.first { event in
        if case .progress(let progress) = event { progress.completed >= bytes } else { false }
      }
    }
  }

  private func reach(
    _ stage: Stage,
    _ upstream: ScriptedUpstream,
    _ clock: VirtualClock,
    _ watch: Watch
  ) async throws {
    switch stage {
    case .waitingForHead: _ = try await upstream.request(1)
    case .betweenHeadAndBody: try await watch.progress(atLeast: 0)
    case .inTheBody: try await watch.progress(atLeast: 5)
    case .waitingToRetry: try await clock.sleepers(atLeast: 2)
    }
  }

  @Test("The load ends at once, its connection closes, and nothing is kept", arguments: Case.all)
  func everyGap(_ gap: Case) async throws {
    let clock = VirtualClock()
    let never = Gate()
    let live = LiveObjects()
    try await withFetcher(
      gap.carrier,
      clock: clock,
      { $0.retry = RetryPolicy() },
      respond: { _ in try await gap.stage.script(never) },
      { fetcher, upstream in
        let request = FetchRequest(upstream.url("/\(UUID())"))
        let watch = Watch(request)
        let outcomes = Events<Result<FetchedData, any Error>>()
        let cancel = start(fetcher.data(for: request), by: gap.means, live.object("handler"), outcomes)
        try await reach(gap.stage, upstream, clock, watch)
        cancel()
        #expect(try await outcomes.event(1).isCancelled)
        if gap.stage == .waitingToRetry {
          // A wait that went on would only be at its end when the time has been moved.
          try await clock.sleepers(atMost: 0)
          clock.advance(by: .seconds(60))
          #expect(upstream.requestCount == 1)
        } else {
          try await upstream.earlyCloses(atLeast: 1)
        }
        try await live.allGone()
        #expect(outcomes.count == 1)
      }
    )
  }

  /// Starts the errand, and gives what cancels it.
  private func start(
    _ errand: Errand<FetchedData>,
    by means: Means,
    _ probe: LiveObjects.Object,
    _ outcomes: Events<Result<FetchedData, any Error>>
  ) -> () -> Void {
    let record: @Sendable (Result<FetchedData, any Error>) -> Void = { [probe] outcome in
      _ = probe
      outcomes.record(outcome)
    }
    switch means {
    case .run:
      let run = errand.run(on: .concurrent, completion: record)
      return { run.cancel() }
    case .scope:
      let scope = Scope()
      errand.run(in: scope, on: .concurrent, completion: record)
      return { scope.cancel() }
    case .scopeLetGo:
      var scope: Scope? = Scope()
      errand.run(in: scope, on: .concurrent, completion: record)
      return { scope = nil }
    case .task:
      let task = Task { record(await errand.outcome()) }
      return { task.cancel() }
    }
  }

  @Test("In a scope that has ended there is not even a connection", arguments: Carrier.allCases)
  func beforeStart(_ carrier: Carrier) async throws {
    try await withFetcher(carrier, .ok("never")) { fetcher, upstream in
      let scope = Scope()
      scope.cancel()
      let request = FetchRequest(upstream.url)
      #expect(await fetcher.data(for: request).outcome(in: scope).isCancelled)
      await #expect(throws: CancellationError.self) { try await fetcher.response(for: request, in: scope) }
      let delegate = MethodDelegate()
      fetcher.run(request, delegate: delegate, in: scope, on: .concurrent)
      let end = try await delegate.events.event(1)
      #expect(end == .cancelled)
      #expect(try await upstream.sawNobody())
    }
  }

  @Test("In a task that has been cancelled there is not even a request", arguments: Carrier.allCases)
  func cancelledTask(_ carrier: Carrier) async throws {
    try await withFetcher(carrier, .ok("never")) { fetcher, upstream in
      let gate = Gate()
      let task = Task {
        try? await gate.wait()
        return try await fetcher.response(for: FetchRequest(upstream.url))
      }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      let sawNobody = try await upstream.sawNobody()
      #expect(sawNobody)
    }
  }

  @Test("While it connects", arguments: Carrier.allCases)
  func whileConnecting(_ carrier: Carrier) async throws {
    let listener = try FullListener()
    let url = try URL(fetching: "http://127.0.0.1:\(listener.port)/")
    let live = LiveObjects()
    let outcomes = Events<Result<FetchedData, any Error>>()
    let fetcher = Fetcher(transport: carrier.transport())
    let cancel = start(fetcher.data(for: FetchRequest(url)), by: .run, live.object("handler"), outcomes)
    cancel()
    #expect(try await outcomes.event(1).isCancelled)
    try await live.allGone()
  }

  @Test("A reader who leaves the loop closes the connection", arguments: Carrier.allCases)
  func leavingTheLoop(_ carrier: Carrier) async throws {
    let script = Script(framing: .length(100), steps: [.text("begun"), .stall])
    try await withFetcher(carrier, script) { fetcher, upstream in
      for try await chunk in try await fetcher.response(for: FetchRequest(upstream.url)).body {
        #expect(chunk == Data("begun".utf8))
        break
      }
      try await upstream.earlyCloses(atLeast: 1)
    }
  }

  @Test("An answer that is let go of unread closes the connection", arguments: Carrier.allCases)
  func unread(_ carrier: Carrier) async throws {
    let script = Script(framing: .length(100), steps: [.text("begun"), .stall])
    try await withFetcher(carrier, script) { fetcher, upstream in
      let status = try await fetcher.response(for: FetchRequest(upstream.url)).head.status
      #expect(status == 200)
      try await upstream.earlyCloses(atLeast: 1)
    }
  }

  /// Whoever holds on to the answer used to hold on to its connection, too.
  @Test("Cancelling the reading task closes the connection", arguments: Carrier.allCases)
  func readingTask(_ carrier: Carrier) async throws {
    let script = Script(framing: .length(100), steps: [.text("begun"), .stall])
    try await withFetcher(carrier, script) { fetcher, upstream in
      let response = try await fetcher.response(for: FetchRequest(upstream.url))
      let pieces = Events<Data>()
      let reading = Task {
        for try await chunk in response.body { pieces.record(chunk) }
      }
      _ = try await pieces.event(1)
      reading.cancel()
      await #expect(throws: CancellationError.self) { try await reading.value }
      try await upstream.earlyCloses(atLeast: 1)
      #expect(pieces.count == 1)
      _ = response
    }
  }

  @Test("The end of the scope reaches a body that is being read", arguments: Carrier.allCases)
  func scopeOfResponse(_ carrier: Carrier) async throws {
    let script = Script(framing: .length(100), steps: [.text("begun"), .stall])
    try await withFetcher(carrier, script) { fetcher, upstream in
      let scope = Scope()
      let response = try await fetcher.response(for: FetchRequest(upstream.url), in: scope)
      var body = response.body.makeAsyncIterator()
      #expect(try await body.next() == Data("begun".utf8))
      scope.cancel()
      await #expect(throws: CancellationError.self) { try await body.next() }
      try await upstream.earlyCloses(atLeast: 1)
    }
  }

  @Test("Cancelling while the head is awaited", arguments: Carrier.allCases)
  func responseBeforeHead(_ carrier: Carrier) async throws {
    let never = Gate()
    try await withFetcher(
      carrier,
      respond: { _ in
        try await never.wait()
        return .ok("")
      },
      { fetcher, upstream in
        let task = Task { try await fetcher.response(for: FetchRequest(upstream.url)) }
        _ = try await upstream.request(1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        try await upstream.earlyCloses(atLeast: 1)
      }
    )
  }

  @Test("During decode it ends at once, and nothing comes of what is decoded", arguments: Carrier.allCases)
  func decoding(_ carrier: Carrier) async throws {
    let live = LiveObjects()
    try await withFetcher(carrier, .ok("text")) { fetcher, upstream in
      let (decoding, goOn, done) = (Gate(), DispatchSemaphore(value: 0), Gate())
      let probe = live.object("decoded")
      let outcomes = Events<Result<LiveObjects.Object, any Error>>()
      let value = fetcher.value(for: FetchRequest(upstream.url)) { [probe] _ in
        defer { done.open() }
        decoding.open()
        goOn.wait()
        return probe
      }
      let run = value.run(on: .immediate) { outcomes.record($0) }
      try await decoding.wait()
      run.cancel()
      #expect(run.outcome?.isCancelled == true)
      goOn.signal()
      try await done.wait()
      #expect(outcomes.count == 1 && outcomes.all.first?.isCancelled == true)
      #expect(fetcher.flights.count == 0)
    }
    try await live.allGone()
  }

  @Test("A reader's errand ends with its head, and its body with whoever has it", arguments: Carrier.allCases)
  func streamedResponse(_ carrier: Carrier) async throws {
    let gate = Gate()
    let script = Script(framing: .length(9), steps: [.text("begun"), .wait(gate.wait), .text("ends")])
    try await withFetcher(
      carrier,
      respond: { request in
        if request.path == "/never" { try await gate.wait() }
        return script
      },
      { fetcher, upstream in
        let waiting = fetcher.streamedResponse(for: FetchRequest(upstream.url("/never"))).run()
        _ = try await upstream.request(1)
        waiting.cancel()
        #expect(await waiting.settled.isCancelled)
        try await upstream.earlyCloses(atLeast: 1)

        let scope = Scope()
        let errand = fetcher.streamedResponse(for: FetchRequest(upstream.url))
        let response = try await errand.value(in: scope)
        #expect(response.head.status == 200)
        scope.cancel()
        // Another run is another load.
        var unread: FetchResponse? = try await errand.value()
        #expect(unread?.head.status == 200)
        unread = nil
        try await upstream.earlyCloses(atLeast: 2)
        gate.open()
        var body = Data()
        for try await chunk in response.body { body += chunk }
        #expect(body == Data("begunends".utf8))
      }
    )
  }

  /// Told of a redirect after its task was cancelled, Foundation ended the process.
  @Test("In the midst of redirects, any number of times", arguments: Carrier.allCases)
  func redirects(_ carrier: Carrier) async throws {
    try await withFetcher(carrier, .redirect(to: "/"), { $0.redirectLimit = .max - 1 }) { fetcher, upstream in
      for number in 1...200 {
        let load = Task { await fetcher.data(for: FetchRequest(upstream.url)).outcome() }
        _ = try await upstream.request(upstream.requestCount + number % 5 + 1)
        load.cancel()
        #expect(await load.value.isCancelled)
      }
    }
  }
}
