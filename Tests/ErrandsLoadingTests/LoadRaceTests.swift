import Errands
import ErrandsTesting
import Foundation
import Testing

@testable import ErrandsLoading

/// Two things that happen to a load at the same moment, many times over, from two real threads. Whichever comes first, the
/// load has one outcome, and gives back what it had.
@Suite("Races of a load", .serialized, .timeLimit(.minutes(1)))
struct LoadRaceTests {
  private typealias Outcome = Result<FetchedData, any Error>

  /// The thread sanitizer sees a race without so many rounds.
  #if TSAN
    private let rounds = 50
  #else
    private let rounds = 300
  #endif

  private let admission: Admission
  private let url: URL
  /// Runs whose callback was let go of without a word.
  private let strays = Events<String>()

  init() throws {
    var limits = Admission.Limits()
    limits.perHost = 1
    admission = Admission(limits: limits)
    url = try URL(fetching: "https://host/")
  }

  private func watch() -> Trace.Observation {
    Trace.observe { [strays] event in
      if case .abandoned = event.kind { strays.record("\(event.name) \(event.kind)") }
    }
  }

  private func fetcher(
    _ interceptors: [any FetchInterceptor] = [],
    silence: Duration? = nil,
    _ answer: @escaping @Sendable (FetchRequest) async throws -> TransportResponse
  ) -> Fetcher {
    var configuration = Fetcher.Configuration()
    configuration.admission = admission
    configuration.interceptors = interceptors
    configuration.retry = .never
    configuration.silence = silence
    return Fetcher(transport: ClosureTransport(answer: answer), configuration: configuration)
  }

  /// One outcome each, of the allowed ones, and nothing left behind.
  private func expect(_ runs: [Run<FetchedData>], _ fetcher: Fetcher) async throws {
    for run in runs {
      let outcome = await run.settled
      #expect(outcome.isCancelled || (try? outcome.get().body) == Data("here".utf8))
    }
    // A load that was cancelled in the instant in which it entered has a place for a moment, and was found with it once. A
    // place that is never given back is waited for here, until the time limit.
    repeat { try await admission.place(for: url).value().release() } while admission.counts != .init()
    #expect(fetcher.flights.count == 0)
    #expect(strays.all.isEmpty)
  }

  @Test("A place is given to a load that is being cancelled")
  func placeAndCancellation() async throws {
    let observation = watch()
    let fetcher = fetcher { .text("here", to: $0) }
    var runs: [Run<FetchedData>] = []
    for _ in 0..<rounds {
      let place = try await admission.place(for: url).value()
      let run = fetcher.data(for: FetchRequest(url)).run()
      #expect(admission.counts == .init(inFlight: 1, waiting: 1))
      await race(rounds: 1) { _ in
        place.release()
      } _: { _ in
        run.cancel()
      }
      runs.append(run)
    }
    try await expect(runs, fetcher)
    observation.cancel()
  }

  @Test("An answer comes when the last one who shares it leaves")
  func answerAndCancellation() async throws {
    let observation = watch()
    let gates = (0..<rounds).map { _ in Gate() }
    let number = Events<Void>()
    let fetcher = fetcher { request in
      number.record(())
      try await gates[Int(request.url.lastPathComponent) ?? 0].wait()
      return .text("here", to: request)
    }
    var runs: [Run<FetchedData>] = []
    for round in 0..<rounds {
      let request = FetchRequest(url.appending(path: "\(round)"))
      let pair = (0..<2).map { _ in fetcher.data(for: request).run() }
      _ = try await number.event(round + 1)
      pair[0].cancel()
      await race(rounds: 1) { _ in
        gates[round].open()
      } _: { _ in
        pair[1].cancel()
      }
      runs += pair
    }
    try await expect(runs, fetcher)
    observation.cancel()
  }

  @Test("An interceptor decides while its load is cancelled")
  func decisionAndCancellation() async throws {
    let observation = watch()
    let (gates, asked) = ((0..<rounds).map { _ in Gate() }, Events<Void>())
    let deciding = Interceptor(deciding: { failure in
      asked.record(())
      // It takes no notice of its cancellation.
      let gate = gates[Int(failure.request.url.lastPathComponent) ?? 0]
      await Task { try? await gate.wait() }.value
      return .retry(after: .zero)
    })
    let tries = Lock<[URL: Int]>([:])
    let fetcher = fetcher([deciding]) { request in
      let count = tries.withLock { tries in
        tries[request.url, default: 0] += 1
        return tries[request.url, default: 0]
      }
      return .text("here", status: count == 1 ? 404 : 200, to: request)
    }
    var runs: [Run<FetchedData>] = []
    for round in 0..<rounds {
      let run = fetcher.data(for: FetchRequest(url.appending(path: "\(round)"))).run()
      _ = try await asked.event(round + 1)
      await race(rounds: 1) { _ in
        gates[round].open()
      } _: { _ in
        run.cancel()
      }
      runs.append(run)
    }
    try await expect(runs, fetcher)
    observation.cancel()
  }

  @Test("A token comes while the last one who waits for it leaves")
  func tokenAndCancellation() async throws {
    let observation = watch()
    for _ in 0..<rounds {
      let (gate, begun) = (Gate(), Gate())
      let credential = BearerCredential(hosts: ["host"]) { _ in
        begun.open()
        try await gate.wait()
        return "new"
      }
      let fetcher = fetcher([credential]) { request in
        .text(request.fields["Authorization"] == "Bearer new" ? "here" : "who?", to: request)
      }
      let run = fetcher.data(for: FetchRequest(url)).run()
      try await begun.wait()
      await race(rounds: 1) { _ in
        gate.open()
      } _: { _ in
        run.cancel()
      }
      try await expect([run], fetcher)
    }
    observation.cancel()
  }

  /// A connection that answers in the moment in which it was given up: the load is gone on with, or tried again, never both.
  @Test("A head comes when the silence has lasted too long")
  func headAndSilence() async throws {
    let observation = watch()
    for _ in 0..<rounds {
      let (clock, gate, begun) = (VirtualClock(), Gate(), Gate())
      let sent = Events<Void>()
      var configuration = Fetcher.Configuration()
      (configuration.clock, configuration.silence) = (clock, .seconds(5))
      (configuration.admission, configuration.retry) = (admission, RetryPolicy(retries: 1, base: .zero))
      let transport = ClosureTransport { request in
        sent.record(())
        if sent.count == 1 {
          begun.open()
          try await gate.wait()
        }
        return .text("here", to: request)
      }
      let fetcher = Fetcher(transport: transport, configuration: configuration)
      let run = fetcher.data(for: FetchRequest(url)).run()
      try await begun.wait()
      try await clock.sleepers(atLeast: 2)
      await race(rounds: 1) { _ in
        gate.open()
      } _: { _ in
        clock.advance(by: .seconds(5))
      }
      let answer = try await run.value
      #expect(answer.body == Data("here".utf8))
      #expect((1...2).contains(sent.count))
      try await expect([run], fetcher)
    }
    observation.cancel()
  }
}
