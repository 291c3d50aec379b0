import Errands
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

@testable import ErrandsLoading

@Suite("Interceptors", .timeLimit(.minutes(1)))
struct InterceptorTests {
  private struct Refusal: Error, Equatable {}

  private let clock = VirtualClock()
  private let retry = RetryPolicy(retries: 3, base: .zero)

  /// Appends its name to a field.
  private func signing(_ name: String) -> Interceptor {
    Interceptor(adapting: { request, number in
      var request = request
      request.fields["X-Signed"] = [request.fields["X-Signed"], "\(name)\(number)"].compactMap { $0 }
        .joined(separator: " ")
      return request
    })
  }

  // MARK: Requests

  @Test("Each try is adapted, by all of them in their order, and sent so", arguments: Way.all)
  func everyTry(_ way: Way) async throws {
    try await withFetcher(
      way.carrier,
      { ($0.interceptors, $0.retry) = ([signing("a"), signing("b")], retry) },
      respond: { $0.number < 3 ? .status(503) : .ok("at last") },
      { fetcher, upstream in
        let body = try await way.style.load(FetchRequest(upstream.url), with: fetcher)
        #expect(body == Data("at last".utf8))
        #expect(upstream.requests.map { $0.headers["X-Signed"] } == ["a1 b1", "a2 b2", "a3 b3"])
      }
    )
  }

  /// A signature that covers the range has to be made of the request that goes on with a body, not of the first one.
  @Test("What goes on with a body that broke off is adapted as it is sent", arguments: Carrier.allCases)
  func resuming(_ carrier: Carrier) async throws {
    let ranges = Events<String?>()
    let seeing = Interceptor(adapting: { request, _ in
      ranges.record(request.fields["Range"])
      return request
    })
    try await withFetcher(
      carrier,
      { ($0.interceptors, $0.retry) = ([seeing], retry) },
      respond: { request in
        request.number == 1
          ? Script(headers: ["ETag": "\"a\""], framing: .length(6), steps: [.text("abc"), .close])
          : .file(Array("abcdef".utf8), entityTag: "\"a\"", for: request)
      },
      { fetcher, upstream in
        let answer = try await fetcher.data(for: FetchRequest(upstream.url)).value()
        #expect(answer.body == Data("abcdef".utf8))
        #expect(ranges.all == [nil, "bytes=3-"])
      }
    )
  }

  @Test("One that waits holds the request back, and nothing else", arguments: Carrier.allCases)
  func waiting(_ carrier: Carrier) async throws {
    let (begun, gate) = (Gate(), Gate())
    let waiting = Interceptor(adapting: { request, _ in
      guard request.url.path == "/held" else { return request }
      begun.open()
      try await gate.wait()
      return request
    })
    try await withFetcher(carrier, .ok("here"), { $0.interceptors = [waiting] }) { fetcher, upstream in
      let held = fetcher.data(for: FetchRequest(upstream.url("/held"))).run()
      try await begun.wait()
      _ = try await fetcher.data(for: FetchRequest(upstream.url("/free"))).value()
      #expect(upstream.requests.map(\.path) == ["/free"])
      gate.open()
      #expect(try await held.value.body == Data("here".utf8))
    }
  }

  @Test("The deadline ends its wait", arguments: Way.all)
  func deadline(_ way: Way) async throws {
    let (begun, ended) = (Gate(), Gate())
    let waiting = Interceptor(adapting: { request, _ in
      begun.open()
      do { try await Gate().wait() } catch { ended.open() }
      throw Refusal()
    })
    let change: (inout Fetcher.Configuration) -> Void = {
      ($0.interceptors, $0.deadline) = ([waiting], .seconds(5))
    }
    try await withFetcher(way.carrier, .ok(""), clock: clock, change) { fetcher, upstream in
      let load = Task { try await way.style.load(FetchRequest(upstream.url), with: fetcher) }
      try await begun.wait()
      try await clock.sleepers(atLeast: 1)
      clock.advance(by: .seconds(5))
      await #expect(throws: FetchError(upstream.url, .timedOut(after: .seconds(5)))) { try await load.value }
      try await ended.wait()
      #expect(upstream.requestCount == 0)
    }
  }

  @Test("Cancellation ends its wait, and nothing is kept", arguments: Carrier.allCases)
  func cancelled(_ carrier: Carrier) async throws {
    try await withLiveObjects { live in
      let (begun, ended) = (Gate(), Gate())
      let probe = live.object("interceptor")
      let waiting = Interceptor(adapting: { [probe] request, _ in
        begun.open()
        defer { withExtendedLifetime(probe) { ended.open() } }
        try await Gate().wait()
        return request
      })
      try await withFetcher(carrier, .ok(""), { $0.interceptors = [waiting] }) { fetcher, upstream in
        let run = fetcher.data(for: FetchRequest(upstream.url)).run()
        try await begun.wait()
        run.cancel()
        #expect(await run.settled.isCancelled)
        try await ended.wait()
        #expect(upstream.connectionsAccepted == 0)
      }
    }
  }

  /// Transports are asked to look whether their task is cancelled, but a transport of somebody else's may not.
  @Test("One that takes no notice of the cancellation sends nothing all the same")
  func deaf() async throws {
    let (begun, gate, sent, adapted) = (Gate(), Gate(), Events<Void>(), Gate())
    let transport = ClosureTransport { request in
      sent.record(())
      return .text("", to: request)
    }
    var configuration = Fetcher.Configuration()
    configuration.interceptors = [
      Interceptor(adapting: { request, _ in
        begun.open()
        await Task { try? await gate.wait() }.value
        adapted.open()
        return request
      })
    ]
    var limits = Admission.Limits()
    limits.total = 1
    let admission = Admission(limits: limits)
    configuration.admission = admission
    let fetcher = Fetcher(transport: transport, configuration: configuration)
    let url = try URL(fetching: "http://host/")
    let run = fetcher.data(for: FetchRequest(url)).run()
    try await begun.wait()
    run.cancel()
    gate.open()
    try await adapted.wait()
    // The place is given back when the work has ended, whatever it does after its cancellation.
    _ = try await admission.place(for: url).value()
    #expect(sent.count == 0)
  }

  @Test("What one throws is what the load fails with, and nothing is sent", arguments: Way.all)
  func throwing(_ way: Way) async throws {
    let refusing = Interceptor(adapting: { _, _ in throw Refusal() })
    let change: (inout Fetcher.Configuration) -> Void = { ($0.interceptors, $0.retry) = ([refusing], retry) }
    try await withFetcher(way.carrier, .ok(""), change) { fetcher, upstream in
      let load = Task { try await way.style.load(FetchRequest(upstream.url), with: fetcher) }
      let outcome = await load.result
      switch way.style {
      // What a delegate's log makes of an error that is not the loader's.
      case .delegate, .actionDelegate:
        let error = #expect(throws: LoadStyle.Strange.self) { try outcome.get() }
        #expect(error?.text == "\(Refusal())")
      default: #expect(throws: Refusal.self) { try outcome.get() }
      }
      #expect(upstream.connectionsAccepted == 0)
    }
  }

  @Test("A passing failure of an interceptor's own is tried again", arguments: Carrier.allCases)
  func passingFailure(_ carrier: Carrier) async throws {
    let failing = Interceptor(adapting: { request, number in
      if number < 3 { throw FetchError(request.url, .connectionLost) }
      return request
    })
    let change: (inout Fetcher.Configuration) -> Void = { ($0.interceptors, $0.retry) = ([failing], retry) }
    try await withFetcher(carrier, .ok("here"), change) { fetcher, upstream in
      let answer = try await fetcher.data(for: FetchRequest(upstream.url)).value()
      #expect(answer.body == Data("here".utf8))
      #expect(upstream.requestCount == 1)
    }
  }

  // MARK: Decisions

  @Test("The first that has an opinion decides", arguments: Carrier.allCases)
  func order(_ carrier: Carrier) async throws {
    let asked = Events<String>()
    func deciding(_ name: String, _ decision: RetryDecision) -> Interceptor {
      Interceptor(deciding: { _ in
        asked.record(name)
        return decision
      })
    }
    let interceptors = [
      deciding("a", .asUsual), deciding("b", .retry(after: .zero)), deciding("c", .fail),
    ]
    try await withFetcher(
      carrier,
      { $0.interceptors = interceptors },
      respond: { $0.number == 1 ? .status(404) : .ok("found") },
      { fetcher, upstream in
        let answer = try await fetcher.data(for: FetchRequest(upstream.url)).value()
        #expect(answer.body == Data("found".utf8))
        #expect(asked.all == ["a", "b"])
      }
    )
  }

  @Test("It decides against the policy, either way", arguments: Carrier.allCases, [404, 503])
  func overruling(_ carrier: Carrier, _ status: Int) async throws {
    let overruling = Interceptor(deciding: { failure in
      failure.error.isTransient ? .fail : failure.earlier.count < 2 ? .retry(after: .zero) : .asUsual
    })
    let change: (inout Fetcher.Configuration) -> Void = {
      ($0.interceptors, $0.retry) = ([overruling], retry)
    }
    try await withFetcher(carrier, .status(status), change) { fetcher, upstream in
      let error = await fetcher.data(for: FetchRequest(upstream.url)).outcome().fetchError
      #expect(error == FetchError(upstream.url, .status(status, retryAfter: nil)))
      #expect(upstream.requestCount == (status == 404 ? 3 : 1))
    }
  }

  @Test("It is told what failed, what was asked and sent, and what was before", arguments: Carrier.allCases)
  func told(_ carrier: Carrier) async throws {
    let failures = Events<FailedTry>()
    let seeing = Interceptor(deciding: { failure in
      failures.record(failure)
      return .asUsual
    })
    try await withFetcher(
      carrier,
      { ($0.interceptors, $0.retry) = ([signing("a"), seeing], RetryPolicy(retries: 1, base: .zero)) },
      respond: { .status(501 + $0.number, text: "no \($0.number)") },
      { fetcher, upstream in
        let request = FetchRequest(upstream.url)
        _ = await fetcher.data(for: request).outcome()
        let errors = [502, 503].map { FetchError(upstream.url, .status($0, retryAfter: nil)) }
        #expect(failures.all.map(\.error) == errors)
        #expect(failures.all.map { $0.error.answer?.body } == [Data("no 1".utf8), Data("no 2".utf8)])
        #expect(failures.all.map(\.request) == [request, request])
        #expect(failures.all.map { $0.sent.fields["X-Signed"] } == ["a1", "a2"])
        #expect(failures.all.map(\.earlier) == [[], [errors[0]]])
      }
    )
  }

  @Test("What it throws takes the place of the error", arguments: Carrier.allCases)
  func throwingDecision(_ carrier: Carrier) async throws {
    let refusing = Interceptor(deciding: { _ in throw Refusal() })
    let change: (inout Fetcher.Configuration) -> Void = { ($0.interceptors, $0.retry) = ([refusing], retry) }
    try await withFetcher(carrier, .status(503), change) { fetcher, upstream in
      await #expect(throws: Refusal.self) { try await fetcher.data(for: FetchRequest(upstream.url)).value() }
      #expect(upstream.requestCount == 1)
    }
  }

  @Test(
    "The wait that it names is kept to, and one beyond the deadline is not begun",
    arguments: Carrier.allCases
  )
  func waits(_ carrier: Carrier) async throws {
    let patient = Interceptor(deciding: { .retry(after: .seconds($0.earlier.isEmpty ? 7 : 60)) })
    let change: (inout Fetcher.Configuration) -> Void = { $0.interceptors = [patient] }
    try await withFetcher(carrier, .status(404), clock: clock, change) { fetcher, upstream in
      async let outcome = fetcher.data(for: FetchRequest(upstream.url)).outcome()
      try await clock.sleepers(atLeast: 2)  // the deadline, and the wait
      clock.advance(by: .milliseconds(6_999))
      #expect(clock.sleepers == 2 && upstream.requestCount == 1)
      clock.advance(by: .milliseconds(1))
      #expect(await outcome.fetchError == FetchError(upstream.url, .status(404, retryAfter: nil)))
      #expect(upstream.requestCount == 2)
    }
  }

  @Test(
    "A body that can be sent once only is not sent again, whoever decides so",
    arguments: Carrier.allCases
  )
  func sentOnce(_ carrier: Carrier) async throws {
    let insisting = Interceptor(deciding: { _ in .retry(after: .zero) })
    try await withFetcher(carrier, .status(503), { $0.interceptors = [insisting] }) { fetcher, upstream in
      var request = FetchRequest(upstream.url, method: .put)
      request.body = .chunks(isRepeatable: false) {
        AsyncStream { continuation in
          continuation.yield(Data("once".utf8))
          continuation.finish()
        }
      }
      let error = await fetcher.data(for: request).outcome().fetchError
      #expect(error == FetchError(upstream.url, .status(503, retryAfter: nil)))
      #expect(upstream.requestCount == 1)
    }
  }

  @Test(
    "Chunks that have been handed on are not asked about: there is nothing to decide",
    arguments: Carrier.allCases
  )
  func handedOn(_ carrier: Carrier) async throws {
    let asked = Events<Void>()
    let insisting = Interceptor(deciding: { _ in
      asked.record(())
      return .retry(after: .zero)
    })
    let script = Script(framing: .length(9), steps: [.text("abc")])
    try await withFetcher(carrier, script, { $0.interceptors = [insisting] }) { fetcher, upstream in
      await #expect(throws: FetchError(upstream.url, .truncated(received: 3, expected: 9))) {
        try await LoadStyle.response.load(FetchRequest(upstream.url), with: fetcher)
      }
      #expect(asked.count == 0)
    }
  }

  /// A connection that is closed because the load was cancelled looks like one that was lost.
  @Test(
    "It is never asked about a load that is cancelled",
    arguments: Carrier.allCases,
    [nil, Duration.seconds(3)]
  )
  func neverAfterCancellation(_ carrier: Carrier, _ silence: Duration?) async throws {
    let (asked, never) = (Events<Void>(), Gate())
    let asking = Interceptor(deciding: { _ in
      asked.record(())
      return .asUsual
    })
    var limits = Admission.Limits()
    limits.total = 1
    let admission = Admission(limits: limits)
    try await withFetcher(
      carrier,
      { ($0.interceptors, $0.retry, $0.silence, $0.admission) = ([asking], retry, silence, admission) },
      respond: { _ in
        try await never.wait()
        return .ok("")
      },
      { fetcher, upstream in
        let run = fetcher.data(for: FetchRequest(upstream.url)).run()
        _ = try await upstream.request(1)
        run.cancel()
        #expect(await run.settled.isCancelled)
        // It is free when the try has ended.
        _ = try await admission.place(for: upstream.url).value()
        #expect(asked.count == 0 && upstream.requestCount == 1)
      }
    )
  }

  @Test("Nor is it where the transport tells of a lost connection then")
  func lostByCancellation() async throws {
    let (asked, sent) = (Events<Void>(), Gate())
    try await withLiveObjects { live in
      let probe = live.object("transport")
      let transport = ClosureTransport { [probe] request in
        sent.open()
        do { try await Gate().wait() } catch {
          throw withExtendedLifetime(probe) { FetchError(request.url, .connectionLost) }
        }
        return .text("", to: request)
      }
      var configuration = Fetcher.Configuration()
      configuration.interceptors = [
        Interceptor(deciding: { _ in
          asked.record(())
          return .fail
        })
      ]
      let request = FetchRequest(try URL(fetching: "http://host/"))
      let run = Fetcher(transport: transport, configuration: configuration).data(for: request).run()
      try await sent.wait()
      run.cancel()
      #expect(await run.settled.isCancelled)
    }
    // The work has ended by now: nothing holds its transport.
    #expect(asked.count == 0)
  }

  @Test("One that is cancelled while it decides is followed by no try", arguments: Carrier.allCases)
  func cancelledWhileDeciding(_ carrier: Carrier) async throws {
    let (begun, gate, decided) = (Gate(), Gate(), Gate())
    let adapted = Events<Int>()
    let slow = Interceptor(
      adapting: { request, number in
        adapted.record(number)
        return request
      },
      deciding: { _ in
        begun.open()
        await Task { try? await gate.wait() }.value
        decided.open()
        return .retry(after: .zero)
      }
    )
    try await withLiveObjects { live in
      try await withFetcher(carrier, .status(503), { $0.interceptors = [slow] }) { fetcher, upstream in
        let probe = live.object("handler")
        let run = fetcher.data(for: FetchRequest(upstream.url)).run(on: .concurrent) {
          [probe] (_: Result<FetchedData, any Error>) in
          withExtendedLifetime(probe) {}
        }
        try await begun.wait()
        run.cancel()
        gate.open()
        try await decided.wait()
        #expect(await run.settled.isCancelled)
        #expect(adapted.all == [1] && upstream.requestCount == 1)
      }
    }
  }

  /// A preview was made of what a token's refresh had loaded.
  @Test("What one loads itself is none of what is shown while the body comes")
  func ownLoads() async throws {
    try await withFetcher(.asyncHTTPClient, respond: { $0.number == 2 ? .status(503) : .ok("") }) {
      plain,
      upstream in
      let asking = Interceptor(
        adapting: { request, _ in
          _ = try await plain.data(for: FetchRequest(upstream.url("/adapting"))).value()
          return request
        },
        deciding: { _ in
          _ = try await plain.data(for: FetchRequest(upstream.url("/deciding"))).value()
          return .retry(after: .zero)
        }
      )
      var configuration = plain.configuration
      configuration.interceptors = [asking]
      let fetcher = Fetcher(transport: plain.transport, configuration: configuration)
      let began = Events<String>()
      try await BodyGrowth.$observer.withValue({ growth in
        if case .began(let head) = growth { began.record(head.url.path) }
      }) {
        _ = try await fetcher.data(for: FetchRequest(upstream.url("/a"))).value()
      }
      #expect(began.all == ["/a"])
      #expect(upstream.requests.map(\.path) == ["/adapting", "/a", "/deciding", "/adapting", "/a"])
    }
  }
}
