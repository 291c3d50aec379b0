import Dispatch
import Errands
import ErrandsPromises
import ErrandsTesting
import Testing

/// A dispatcher is somebody else's code: it may call twice what it is given, or throw it away. The handler is called
/// once, or the outcome says that it was thrown away. `tap`, `ensure`, `catch` and `finally` once ran twice.
@Suite("Rules of dispatchers that call twice, or not at all", .serialized, .timeLimit(.minutes(1)))
struct DispatcherRules {
  /// An operator whose handler notes that it is called.
  enum Operator: String, CaseIterable, CustomTestStringConvertible {
    case then, map, compactMap, done, get, tap, ensure, ensureThen, recover, recoverOnly, recoverToGuarantee
    case recoverVoid, takeVoid, guaranteeThen, guaranteeMap, guaranteeGet, guaranteeDone
    case cancellableMap, cancellableThen, cancellableEnsure, cancellableRecover

    var testDescription: String { rawValue }

    /// What ends as the link does whose handler is called on the dispatcher.
    func link(on: any Dispatcher, _ note: @escaping @Sendable () -> Void) -> any Thenable {
      let (kept, broken) = (Promise.value(1), Promise<Int>(error: Broken()))
      @Sendable func noting<Value>(_ value: Value) -> Value {
        note()
        return value
      }
      switch self {
      case .then: return kept.then(on: on) { noting(Promise.value($0)) }
      case .map: return kept.map(on: on) { noting($0) }
      case .compactMap: return kept.compactMap(on: on) { noting(Optional($0)) }
      case .done: return kept.done(on: on) { _ in note() }
      case .get: return kept.get(on: on) { _ in note() }
      case .tap: return kept.tap(on: on) { _ in note() }
      case .ensure: return broken.ensure(on: on) { note() }.recover(on: nil) { _ in Guarantee.value(1) }
      case .ensureThen:
        return kept.ensureThen(on: on) { noting(Guarantee<Void>()) }
      case .recover: return broken.recover(on: on) { _ in noting(Promise.value(1)) }
      case .recoverOnly:
        return broken.recover(only: Broken(), on: on) { _ in noting(Promise.value(1)) }
      case .recoverToGuarantee:
        return broken.recover(on: on) { _ in noting(Guarantee.value(1)) }
      case .recoverVoid: return broken.asVoid().recover(on: on) { _ in note() } as Guarantee<Void>
      case .takeVoid: return broken.asVoid().recover(on: on) { (_) throws -> Void in note() }
      case .guaranteeThen: return Guarantee.value(1).then(on: on) { noting(Guarantee.value($0)) }
      case .guaranteeMap: return Guarantee.value(1).map(on: on) { noting($0) } as Guarantee<Int>
      case .guaranteeGet: return Guarantee.value(1).get(on: on) { _ in note() } as Guarantee<Int>
      case .guaranteeDone: return Guarantee.value(1).done(on: on) { _ in note() } as Guarantee<Void>
      case .cancellableMap: return kept.cancellize().map(on: on) { noting($0) }.promise
      case .cancellableThen:
        return kept.cancellize().then(on: on) { noting(Promise.value($0).cancellize()) }.promise
      case .cancellableEnsure: return kept.cancellize().ensure(on: on) { note() }.promise
      case .cancellableRecover:
        return broken.cancellize().recover(on: on) { _ in noting(Promise.value(1)) }.promise
      }
    }
  }

  @Test("Each operator calls its handler once on one that calls twice", arguments: Operator.allCases)
  func twice(operator: Operator) async throws {
    let heard = Events<String>()
    let link = `operator`.link(on: Twice()) { heard.record("called") }
    try await end(of: link)
    #expect(heard.count == 1)
  }

  @Test("Each operator calls its handler once on one that calls on two threads", arguments: Operator.allCases)
  func twoThreads(operator: Operator) async throws {
    for _ in 0..<100 {
      let heard = Events<String>()
      let link = await onThreadOfItsOwn {
        `operator`.link(on: OnTwoThreads()) { heard.record("called") }
      }
      try await end(of: link)
      #expect(heard.count == 1)
    }
  }

  @Test("Each operator lets a call that comes when all is over do nothing", arguments: Operator.allCases)
  func again(operator: Operator) async throws {
    let (heard, again) = (Events<String>(), Again())
    let link = `operator`.link(on: again) { heard.record("called") }
    try await end(of: link)
    again.callAgain()
    #expect(heard.count == 1)
  }

  @Test("catch and finally are called once", arguments: [Twice(), OnTwoThreads()] as [any Dispatcher])
  func endings(dispatcher: any Dispatcher) async throws {
    let heard = Events<String>()
    let broken = Promise<Int>(error: Broken())
    await onThread {
      broken.catch(on: dispatcher) { _ in heard.record("catch") }.finally(on: dispatcher) {
        heard.record("finally")
      }
      broken.catch(only: Broken(), on: dispatcher) { _ in heard.record("only") }
        .finally(on: dispatcher) { heard.record("finally") }
      broken.cancellize().catch(on: dispatcher) { _ in heard.record("cancellable") }
        .finally(on: dispatcher) { heard.record("finally") }
    }
    _ = try await heard.event(6)
    #expect(heard.all == ["catch", "finally", "only", "finally", "cancellable", "finally"])
  }

  @Test("What is thrown away is said, to those who await", arguments: Operator.allCases)
  func thrownAway(operator: Operator) async {
    let link = `operator`.link(on: Dropping()) { Issue.record("was called") }
    #expect(link.isPending)
    await #expect(throws: AbandonedError.self) { try await end(of: link) }
  }

  @Test("A catch that is thrown away is logged when it goes, and what is behind it is not called")
  func catchThrownAway() async {
    let log = Events<String>()
    await withConfiguration {
      $0.logHandler = { log.record("\($0)") }
    } _: {
      Promise<Int>(error: Broken()).catch(on: Dropping()) { _ in Issue.record("was called") }
        .finally(on: nil) { Issue.record("was called") }
    }
    #expect(log.all == ["pendingGuaranteeDeallocated"])
  }

  /// The limit took the second call for another handler's, and the place of one that was running was given away.
  @Test("A dispatcher with a limit stands on one that calls twice, or not at all")
  func limited() async throws {
    let heard = Events<Int>()
    let twice = ConcurrencyLimitedDispatcher(limit: 1, queue: Twice())
    for number in 0..<10 {
      _ = try await Promise.value(number).get(on: twice) { heard.record($0) }.async()
    }
    #expect(heard.all == Array(0..<10))
    let dropping = ConcurrencyLimitedDispatcher(limit: 1, queue: Dropping())
    for _ in 0..<3 {
      let lost = Promise.value(0).map(on: dropping) { $0 }
      await #expect(throws: AbandonedError.self) { try await lost.async() }
    }
    let rated = RateLimitedDispatcher(maxDispatches: 5, perInterval: 60, queue: Twice())
    _ = try await Promise.value(10).get(on: rated) { heard.record($0) }.async()
    #expect(heard.count == 11)
  }

  private func end(of link: some Thenable) async throws { _ = try await link.errand().value() }

  private func onThreadOfItsOwn<Answer: Sendable>(_ body: @escaping @Sendable () -> Answer) async -> Answer {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: body()) }
    }
  }
}
