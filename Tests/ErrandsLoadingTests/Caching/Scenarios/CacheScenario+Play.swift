import Errands
import ErrandsUpstream
import Foundation
import Testing

@testable import ErrandsLoading

/// The time of a scenario, in whole seconds since 1970, which passes only when the scenario says so.
final class ScenarioTime: Sendable {
  private let seconds = Lock<Int64>(784_111_777)

  var now: Int64 { seconds.withLock { $0 } }

  func pass(_ wait: Int64) { seconds.withLock { $0 += wait } }
}

/// What the origin is about to answer, and what it has been asked so far.
private final class ScenarioOrigin: Sendable {
  private struct State: Sendable {
    var answer: CacheScenario.Answer?
    var asked: [RecordedRequest] = []
  }

  private let state = Lock(State())
  private let time: ScenarioTime

  init(time: ScenarioTime) { self.time = time }

  func expect(_ answer: CacheScenario.Answer?) {
    state.withLock { $0 = State(answer: answer) }
  }

  /// Since the last call of `expect`.
  var asked: [RecordedRequest] { state.withLock { $0.asked } }

  func script(for request: RecordedRequest) -> Script {
    let answer = state.withLock { state in
      state.asked.append(request)
      return state.answer
    }
    return answer.map { $0.script(at: time.now) } ?? .status(599, text: "The origin was not to be asked.")
  }
}

extension CacheScenario.Answer {
  fileprivate func script(at now: Int64) -> Script {
    var headers = HeaderFields()
    for field in fields.all { headers.append(name: field.name, value: Self.dated(field.value, now)) }
    if hasDate, fields["Date"] == nil {
      headers.append(name: "Date", value: HTTPDate(seconds: now).description)
    }
    let half = String(body.prefix(body.count / 2))
    let steps: [Script.Step] = breaksOff ? [.text(half), .close, .text(body)] : [.text(body)]
    return Script(status: status, headers: headers, steps: status == 304 ? [] : steps)
  }

  /// `@-60` is a minute ago.
  private static func dated(_ value: String, _ now: Int64) -> String {
    guard value.hasPrefix("@"), let offset = Int64(value.dropFirst()) else { return value }
    return HTTPDate(seconds: now + offset).description
  }
}

/// A cache that scenarios are played against.
struct CacheUnderTest: Sendable {
  /// Fetches by way of the cache. It tries once, and fails with `FetchError.status` for a status that is no success.
  let fetch: @Sendable (FetchRequest) async throws -> FetchedData
  /// Returns when what the cache does in the background has been done.
  var settle: @Sendable () async -> Void = {}
}

extension CacheScenario {
  /// Plays it against a cache.
  ///
  /// - Parameter makeCache: Makes an empty cache over a transport, whose time is what the function says, in seconds
  ///   since 1970.
  /// - Returns: A sentence for each thing that is not as the scenario tells; none where all is well.
  func play(
    carrier: Carrier = .asyncHTTPClient,
    against makeCache: (_ transport: any Transport, _ now: @escaping @Sendable () -> Int64) -> CacheUnderTest
  ) async throws -> [String] {
    let time = ScenarioTime()
    let origin = ScenarioOrigin(time: time)
    return try await withUpstream(respond: { origin.script(for: $0) }) { upstream in
      let cache = makeCache(carrier.transport()) { time.now }
      var deviations: [String] = []
      for (index, exchange) in exchanges.enumerated() {
        time.pass(exchange.wait)
        origin.expect(exchange.origin.answer)
        let method = try #require(FetchRequest.Method(rawValue: exchange.method))
        let request = FetchRequest(upstream.url(exchange.path), method: method, fields: exchange.fields)
        let outcome: Swift.Result<FetchedData, any Error>
        do {
          outcome = .success(try await cache.fetch(request))
        } catch {
          outcome = .failure(error)
        }
        await cache.settle()
        let found = exchange.result.deviations(of: outcome) + exchange.origin.deviations(of: origin.asked)
        deviations += found.map { "Exchange \(index + 1): \($0)" }
      }
      return deviations
    }
  }
}

extension CacheScenario.Origin {
  fileprivate var answer: CacheScenario.Answer? {
    switch self {
    case .isNotAsked: nil
    case .answers(let answer, _), .answersMeanwhile(let answer): answer
    }
  }

  fileprivate func deviations(of asked: [RecordedRequest]) -> [String] {
    let expected = answer == nil ? 0 : 1
    guard asked.count == expected else {
      return ["the origin was asked \(asked.count) times, and not \(expected)."]
    }
    guard case .answers(_, let conditions) = self, let request = asked.first else { return [] }
    return conditions.compactMap { name, value in
      let sent = request.headers[name]
      return sent == value
        ? nil : "the origin was asked with \(name) \(sent ?? "-"), and not \(value ?? "-")."
    }
  }
}

extension CacheScenario.Result {
  fileprivate func deviations(of outcome: Swift.Result<FetchedData, any Error>) -> [String] {
    switch (self, outcome) {
    case (.body(let body, let fields), .success(let data)):
      let text = String(decoding: data.body, as: UTF8.self)
      return (text == body ? [] : ["the client got \(text), and not \(body)."])
        + fields.compactMap { name, value in
          let got = data.head.fields[name]
          return got == value ? nil : "the client got \(name) \(got ?? "-"), and not \(value ?? "-")."
        }
    case (.status(let code), .failure(let error as FetchError))
    where error.cause == .status(code, retryAfter: nil):
      return []
    case (.failure, .failure): return []
    default: return ["the client got \(outcome), and not \(self)."]
    }
  }
}

extension CacheScenario {
  /// Whether all of its methods are such as the fetcher sends.
  var canBePlayed: Bool { exchanges.allSatisfy { FetchRequest.Method(rawValue: $0.method) != nil } }
}
