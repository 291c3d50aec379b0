import Dispatch
import Errands
import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

@Suite("Delegates of a load", .timeLimit(.minutes(1)))
struct DelegateTests {
  /// Executors that a delegate may be called on.
  enum Executor: String, CaseIterable, Sendable {
    case serial, concurrentQueue, main, pool, immediate

    var delivery: Delivery {
      switch self {
      case .serial: .queue(DispatchQueue(label: "serial"))
      case .concurrentQueue: .queue(DispatchQueue(label: "concurrent", attributes: .concurrent))
      case .main: .mainActor
      case .pool: .concurrent
      case .immediate: .immediate
      }
    }
  }

  @Test(
    "Head, chunks, completion: in this order, the last once",
    arguments: Carrier.allCases,
    Executor.allCases
  )
  func order(_ carrier: Carrier, _ executor: Executor) async throws {
    let script = Script(
      framing: .chunked,
      steps: (0..<50).map { .bytes([UInt8](repeating: $0, count: 5_000)) }
    )
    try await withFetcher(carrier, script) { fetcher, upstream in
      let (methods, actions) = (MethodDelegate(), ActionDelegate())
      fetcher.run(FetchRequest(upstream.url), delegate: methods, on: executor.delivery)
      fetcher.run(FetchRequest(upstream.url), actions: actions, on: executor.delivery)
      for events in [methods.events, actions.events] {
        _ = try await events.first(where: \.isEnd)
        let body = Data((0..<50).flatMap { [UInt8](repeating: $0, count: 5_000) })
        #expect(events.all.withoutCuts == [.head(status: 200), .data(body), .success])
      }
    }
  }

  @Test("On the main actor means on the main actor", arguments: Carrier.allCases)
  func mainActor(_ carrier: Carrier) async throws {
    final class Screen: FetchActionDelegate {
      let done = Gate()
      func perform(_ action: FetchAction) {
        MainActor.assertIsolated()
        if case .completion = action { done.open() }
      }
    }
    try await withFetcher(carrier, .ok("hello")) { fetcher, upstream in
      let screen = Screen()
      fetcher.run(FetchRequest(upstream.url), actions: screen, on: .mainActor)
      try await screen.done.wait()
    }
  }

  @Test("A failure is the completion", arguments: Carrier.allCases)
  func failure(_ carrier: Carrier) async throws {
    try await withFetcher(carrier, .status(404)) { fetcher, upstream in
      let delegate = MethodDelegate()
      fetcher.run(FetchRequest(upstream.url), delegate: delegate, on: .concurrent)
      _ = try await delegate.events.first(where: \.isEnd)
      #expect(delegate.events.all == [.failure(FetchError(upstream.url, .status(404, retryAfter: nil)))])
    }
  }

  @Test("A body that breaks off is completed with the error after its chunks", arguments: Carrier.allCases)
  func brokenOff(_ carrier: Carrier) async throws {
    let script = Script(framing: .length(9), steps: [.text("abc")])
    try await withFetcher(carrier, script) { fetcher, upstream in
      let delegate = ActionDelegate()
      fetcher.run(FetchRequest(upstream.url), actions: delegate, on: .concurrent)
      _ = try await delegate.events.first(where: \.isEnd)
      let error = FetchError(upstream.url, .truncated(received: 3, expected: 9))
      #expect(
        delegate.events.all.withoutCuts == [.head(status: 200), .data(Data("abc".utf8)), .failure(error)]
      )
    }
  }

  @Test("Cancelling is the completion, and nothing follows it", arguments: Carrier.allCases)
  func cancelled(_ carrier: Carrier) async throws {
    let script = Script(steps: [.repeating([1], count: 1 << 40)])
    try await withFetcher(carrier, script, { $0.byteLimit = .max }) { fetcher, upstream in
      let delegate = MethodDelegate()
      let run = fetcher.run(FetchRequest(upstream.url), delegate: delegate, on: .concurrent)
      _ = try await delegate.events.event(2)
      run.cancel()
      _ = try await delegate.events.first(where: \.isEnd)
      try await upstream.earlyCloses(atLeast: 1)
      #expect(delegate.events.all.last == .cancelled)
      #expect(delegate.events.all.filter(\.isEnd).count == 1)
    }
  }

  @Test("A delegate that is let go of ends a load that goes on", arguments: Carrier.allCases)
  func letGo(_ carrier: Carrier) async throws {
    let script = Script(steps: [.repeating([1], count: 1 << 40)])
    try await withFetcher(carrier, script, { $0.byteLimit = .max }) { fetcher, upstream in
      var delegate: MethodDelegate? = MethodDelegate()
      let events = try #require(delegate?.events)
      if let delegate { fetcher.run(FetchRequest(upstream.url), delegate: delegate, on: .concurrent) }
      _ = try await events.event(2)
      delegate = nil
      try await upstream.earlyCloses(atLeast: 1)
      #expect(events.all.allSatisfy { !$0.isEnd })
    }
  }
}
