import Errands
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

@testable import ErrandsLoading

/// House law: no secret in a name. What is traced, logged, dumped or shown as an error has none.
@Suite("Secrets of a request, in whatever is told of its load", .serialized, .timeLimit(.minutes(2)))
struct SecretsTests {
  /// The ways in which a load can end.
  enum Ending: String, CaseIterable, Sendable {
    case success, notFound, unauthorized, busy, reset, truncated, noHTTP, loop, badRedirect, lostRedirect,
      tooLarge
    case noJSON, otherJSON, refusedByCheck, refusedConnection, forbidden, noHost, insecure, badField, badName,
      notAdmitted
    case brokenHost, deadline, silence, cancelled

    /// What the server answers.
    func script(_ request: RecordedRequest) -> Script {
      switch self {
      case .notFound: .status(404, text: "none")
      case .unauthorized: .status(401)
      case .busy, .brokenHost: .status(503)
      case .reset: .raw([.reset])
      case .truncated: Script(framing: .length(9), steps: [.text("abc")])
      case .noHTTP: .raw([.text("hello\r\n\r\n")])
      case .loop: .redirect(to: "?token=s3cret#s3cret")
      case .badRedirect: .redirect(to: "ftp://s3cret:s3cret@host/?token=s3cret")
      case .lostRedirect: .redirect(to: "http://s3cret:s3cret@[::/?token=s3cret")
      case .tooLarge: Script(steps: [.repeating([1], count: 1_000_000)])
      case .noJSON: .json("<html>")
      case .otherJSON: .json("[\"a\"]")
      case .deadline, .silence, .cancelled: Script(framing: .length(9), steps: [.stall])
      default: .json("[1]")
      }
    }

    /// What a load ends with that ends so: a cause, or the type of another error.
    func kind(over carrier: Carrier) -> String {
      switch self {
      case .success: "success"
      case .notFound, .unauthorized, .busy, .refusedByCheck: "status"
      case .reset: "connectionLost"
      case .truncated: "truncated"
      case .noHTTP: "malformedResponse"
      case .loop, .badRedirect, .lostRedirect: "badRedirect"
      case .tooLarge: "tooLarge"
      case .noJSON: "malformedJSON"
      case .otherJSON: "unexpectedJSON"
      case .refusedConnection: "cannotConnect"
      case .forbidden: "addressForbidden"
      case .noHost: "hostNotFound"
      // Foundation on Linux does not tell a server without TLS from other failures.
      case .insecure: carrier.hasBackPressure ? "notSecure" : "transport"
      case .badField, .badName: "invalidRequest"
      case .notAdmitted, .brokenHost: "AdmissionError"
      case .deadline: "timedOut"
      case .silence: "stalled"
      case .cancelled: "CancellationError"
      }
    }
  }

  private func kind(_ outcome: Result<[Int], any Error>) -> String {
    switch outcome {
    case .success: "success"
    case .failure(let error as FetchError): error.kind
    case .failure(let error): "\(type(of: error))"
    }
  }

  private struct Case: Sendable, CustomStringConvertible {
    let carrier: Carrier
    let ending: Ending

    var description: String { "\(ending.rawValue) over \(carrier.rawValue)" }

    static let all = Carrier.allCases.flatMap { carrier in
      Ending.allCases.map { Case(carrier: carrier, ending: $0) }
    }
  }

  private let secret = "s3cret"
  private let clock = VirtualClock()

  private func address(_ ending: Ending, _ upstream: ScriptedUpstream, _ closed: Int) -> String {
    let host =
      switch ending {
      case .refusedConnection: "127.0.0.1:\(closed)"
      case .noHost: "nowhere.invalid"
      default: "127.0.0.1:\(upstream.port)"
      }
    let scheme = ending == .insecure ? "https" : "http"
    return "\(scheme)://s3cret:s3cret@\(host)/a?signature=s3cret&s3cret&e=%2Bs3cret#s3cret"
  }

  private func fields(_ ending: Ending) -> HTTPFields {
    var fields: HTTPFields = [
      "Authorization": "Bearer s3cret", "Cookie": "a=s3cret", "X-Api-Key": "s3cret",
    ]
    if ending == .badField { fields.append("X-Other", "s3cret\r\nX-Evil: s3cret") }
    if ending == .badName { fields.append("X-Key: s3cret", "s3cret") }
    return fields
  }

  private func configure(_ configuration: inout Fetcher.Configuration, _ ending: Ending) {
    configuration.deadline = .seconds(1_000_000_000)
    configuration.retry = RetryPolicy(retries: 1, base: .zero)
    configuration.redirectLimit = 3
    var limits = Admission.Limits()
    switch ending {
    case .tooLarge: configuration.byteLimit = 1_000
    case .refusedByCheck:
      configuration.validate = { throw FetchError($0.url, .status(200, retryAfter: nil)) }
    case .deadline: configuration.deadline = .seconds(5)
    case .silence: configuration.silence = .seconds(5)
    case .notAdmitted: (limits.perHost, limits.waiting) = (1, 0)
    case .brokenHost: limits.breaker = CircuitBreaker(failures: 1)
    default: break
    }
    configuration.admission = Admission(limits: limits)
  }

  /// All that is told in words, of a load that ends so.
  private func words(_ carrier: Carrier, _ ending: Ending, _ folder: TemporaryFolder) async throws -> [String]
  {
    let words = Events<String>()
    let recording = try TraceRecording(to: URL(filePath: folder.path + "/trace.json"))
    let tracking = Trace.track()
    let observation = Trace.observe { words.record("\($0.name) \($0.kind) \($0)") }
    let closed = try ClosedPort()
    let guarding = AddressGuard(allowsPrivate: ending != .forbidden)
    try await withUpstream(clock: clock, respond: { ending.script($0) }) { upstream in
      var configuration = Fetcher.Configuration()
      configuration.clock = clock
      configure(&configuration, ending)
      let fetcher = Fetcher(transport: carrier.transport(guarding), configuration: configuration)
      let url = try URL(fetching: address(ending, upstream, closed.port))
      let request = FetchRequest(url, fields: fields(ending))
      let place = ending == .notAdmitted ? try await configuration.admission?.place(for: url).value() : nil
      let run = fetcher.json([Int].self, for: request).run()
      words.record("\(run) \(Trace.dump().text(repeating: nil))")
      if ending == .cancelled {
        _ = try await upstream.request(1)
        words.record("\(Trace.dump())")
        run.cancel()
      }
      let outcome =
        switch ending {
        case .deadline: try await clock.drive(by: .seconds(5)) { await run.settled }
        // Beside the deadline.
        case .silence: try await clock.drive(by: .seconds(5), sleepers: 2) { await run.settled }
        default: await run.settled
        }
      place?.release()
      #expect((try? outcome.get() == [1]) == (ending == .success ? true : nil))
      #expect(kind(outcome) == ending.kind(over: carrier))
      if case .failure(let error) = outcome {
        var dumped = ""
        dump(error, to: &dumped)
        words.record(
          "\(error) \(error.localizedDescription) \(String(reflecting: error)) \([error]) \(dumped)"
        )
      }
    }
    observation.cancel()
    tracking.cancel()
    _ = try await recording.stop()
    words.record(String(decoding: folder.content(of: "trace.json") ?? Data(), as: UTF8.self))
    return words.all
  }

  @Test("There are none of them in what is told, however it ends", arguments: Case.all)
  private func endings(_ way: Case) async throws {
    let words = try await words(way.carrier, way.ending, TemporaryFolder())
    #expect(words.count > 3)
    #expect(words.contains { $0.contains("127.0.0.1") || $0.contains("nowhere.invalid") })
    for word in words where word.contains(secret) { Issue.record("It tells: \(word)") }
  }

  @Test("They are not in the sentences of any cause", arguments: [200, 404])
  func causes(_ status: Int) throws {
    let url = try URL(fetching: "https://s3cret:s3cret@host/a?b=s3cret#s3cret")
    let head = FetchHead(url: url, status: status, fields: ["Set-Cookie": "s3cret"])
    let first = FetchError.Cause.invalidURL("https://s3cret:s3cret@ho st/?a=s3cret", reason: "it has a space")
    for cause in sequence(first: first, next: { $0.next(status) }) {
      let error = FetchError(url, cause, answer: FetchedData(head: head, body: Data(secret.utf8)))
      var dumped = ""
      dump(error, to: &dumped)
      for text in ["\(error)", "\([error])", "\(Optional(error) as Any)", error.localizedDescription, dumped]
      {
        #expect(!text.contains(secret))
      }
    }
  }

  @Test("Places and credentials have names without them")
  func names() async throws {
    let words = Events<String>()
    let observation = Trace.observe { words.record("\($0.name) \($0.kind)") }
    let url = try URL(fetching: "https://s3cret:s3cret@host/a?b=s3cret")
    _ = try await Admission().place(for: url).value()
    let credential = BearerCredential(hosts: ["host"]) { _ in "s3cret" }
    _ = try await credential.adapt(FetchRequest(url), try: 1)
    observation.cancel()
    #expect(words.all.contains { $0.hasPrefix("a place for https://host ") })
    #expect(words.all.contains { $0.hasPrefix("refreshing a credential ") })
    #expect(!words.all.contains { $0.contains(secret) })
  }
}

extension FetchError.Cause {
  /// The case behind this one: whoever adds one is asked by the compiler for its place, where two were left out of a list.
  fileprivate func next(_ status: Int) -> Self? {
    switch self {
    case .invalidURL: .invalidRequest(reason: "")
    case .invalidRequest: .addressForbidden(address: "::1")
    case .addressForbidden: .hostForbidden
    case .hostForbidden: .hostNotFound
    case .hostNotFound: .cannotConnect(reason: "")
    case .cannotConnect: .notSecure(reason: "")
    case .notSecure: .connectionLost
    case .connectionLost: .truncated(received: 1, expected: nil)
    case .truncated: .malformedResponse(reason: "")
    case .malformedResponse: .timedOut(after: .zero)
    case .timedOut: .stalled(for: .zero)
    case .stalled: .status(status, retryAfter: nil)
    case .status: .tooLarge(limit: 1)
    case .tooLarge: .tooCompressed
    case .tooCompressed: .notCached
    case .notCached: .badRedirect(reason: "")
    case .badRedirect: .malformedJSON(reason: "")
    case .malformedJSON: .unexpectedJSON(path: "a", reason: "")
    case .unexpectedJSON: .transport(reason: "")
    case .transport: nil
    }
  }
}
