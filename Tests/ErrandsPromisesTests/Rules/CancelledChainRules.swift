import Dispatch
import Errands
import ErrandsPromises
import ErrandsTesting
import Testing

/// Cancelling goes from the end of a chain to its work, so a link is settled before the one that it stands on. The
/// handlers that stand there for every ending were once passed over: the spinner went on turning.
@Suite("Rules of cancelled chains", .timeLimit(.minutes(1)))
struct CancelledChainRules {
  private func chain(on queue: DispatchQueue?, _ start: Promise<Int>, _ heard: Events<String>) -> PMKFinalizer
  {
    start.tap(on: queue) { result in heard.record(result.isFulfilled ? "value" : "tap") }
      .ensure(on: queue) { heard.record("ensure") }
      .ensureThen(on: queue) {
        heard.record("ensureThen")
        return Guarantee.value
      }
      .done(on: queue) { _ in heard.record("done") }
      .catch(on: queue) { _ in heard.record("catch") }
  }

  /// They once heard of it from the end to the beginning, the work still running.
  @Test("tap, ensure, ensureThen and finally hear of it in their order, behind the end of the work")
  func atTheEnd() {
    let (promise, seal) = Promise<Int>.pending()
    let heard = Events<String>()
    seal.onCancel { heard.record("stopped") }
    let end = chain(on: nil, promise, heard)
    end.finally(on: nil) { heard.record("finally") }
    end.cancel()
    #expect(heard.all == ["stopped", "tap", "ensure", "ensureThen", "finally"])
    seal.fulfill(1)
    #expect(heard.count == 5)
  }

  @Test("So it is where the link that is cancelled has handlers of its own")
  func inTheMiddle() {
    let (promise, seal) = Promise<Int>.pending()
    let heard = Events<String>()
    seal.onCancel { heard.record("stopped") }
    let middle = promise.ensure(on: nil) { heard.record("1") }.map(on: nil) { $0 }
      .ensure(on: nil) { heard.record("2") }
    middle.ensure(on: nil) { heard.record("3") }.cauterize()
    middle.cancel()
    #expect(heard.all == ["stopped", "1", "2", "3"])
    seal.fulfill(1)
  }

  /// They once heard of it when the promise ended, which may be never: the spinner of a screen that was left went on
  /// turning, and the screen stayed with it.
  @Test(
    "Those of a branch hear of it at once, and others who wait for the promise are left alone",
    arguments: Cleaning.allCases
  )
  func branch(cleaning: Cleaning) async throws {
    let (promise, seal) = Promise<Int>.pending()
    let heard = Events<String>()
    let other = promise.map(on: nil) { $0 + 1 }
    let live = LiveObjects()
    do {
      let object = live.object("screen")
      let branch = cleaning.branch(of: promise) {
        withExtendedLifetime(object) { heard.record("cleaned up") }
      }
      branch.cancel()
    }
    #expect(heard.all == ["cleaned up"] && other.isPending)
    try await live.allGone()
    seal.fulfill(1)
    #expect(other.value == 2)
    #expect(heard.count == 1)
  }

  enum Cleaning: String, CaseIterable, CustomTestStringConvertible {
    case ensure, tap, ensureThen, `catch`, catchOnly, finally

    var testDescription: String { rawValue }

    func branch(of promise: Promise<Int>, _ cleanUp: @escaping @Sendable () -> Void) -> any Errands
      .Cancellable
    {
      switch self {
      case .ensure: promise.ensure(on: nil, cleanUp)
      case .tap: promise.tap(on: nil) { _ in cleanUp() }
      case .ensureThen:
        promise.ensureThen(on: nil) {
          cleanUp()
          return Guarantee.value
        }
      case .catch: promise.catch(on: nil, policy: .allErrors) { _ in cleanUp() }
      case .catchOnly: promise.catch(only: PMKError.self, on: nil, policy: .allErrors) { _ in cleanUp() }
      case .finally:
        {
          let end = promise.catch(on: nil) { _ in }
          end.finally(on: nil, cleanUp)
          return end
        }()
      }
    }
  }

  /// The alert of a screen came when that had been left: the error was on its way to the main queue then.
  @Test(
    "catch is not called any more where its chain is cancelled on the way to its queue, unless its policy says so",
    arguments: [CatchPolicy.allErrors, .allErrorsExceptCancellation]
  )
  func onTheWay(policy: CatchPolicy) {
    let (works, heard, scope) = (Events<@Sendable () -> Void>(), Events<String>(), Scope())
    let on = Delivery { work in works.record(work) }
    Promise<Int>(error: Broken()).catch(on: on, policy: policy) { _ in heard.record("catch") }
      .tied(to: scope)
      .finally(on: nil) { heard.record("finally") }
    scope.cancel()
    #expect(heard.count == 0)
    for work in works.all { work() }
    #expect(heard.all == (policy == .allErrors ? ["catch", "finally"] : ["finally"]))
  }

  @Test("They hear of it on their queue")
  func onQueue() async throws {
    let (promise, seal) = Promise<Int>.pending()
    let heard = Events<String>()
    let end = chain(on: DispatchQueue(label: "handlers"), promise, heard)
    end.finally(on: .global()) { heard.record("finally") }
    end.cancel()
    _ = try await heard.event(4)
    #expect(Set(heard.all) == ["tap", "ensure", "ensureThen", "finally"])
    seal.fulfill(1)
  }

  @Test("They hear of it once where the promise at the beginning is the one that is cancelled")
  func atTheBeginning() {
    let (promise, seal) = Promise<Int>.pending()
    let heard = Events<String>()
    let end = chain(on: nil, promise, heard)
    end.finally(on: nil) { heard.record("finally") }
    promise.cancel()
    #expect(Array(heard.all.prefix(3)) == ["tap", "ensure", "ensureThen"])
    seal.fulfill(1)
  }

  // The scope was asked for its end when that was over.
  @Test("A promise, a guarantee and a chain that are tied to a scope which has ended are cancelled at once")
  func tiedTooLate() {
    let (scope, stops) = (Scope(), Events<Int>())
    scope.cancel()
    let works = (1...3).map { number in
      let (promise, seal) = Promise<Int>.pending()
      seal.onCancel { stops.record(number) }
      return (promise: promise, seal: seal)
    }
    #expect(works[0].promise.tied(to: scope).isCancelled)
    works[1].promise.recover(on: nil) { _ in Guarantee.value(0) }.tied(to: scope)
    works[2].promise.done(on: nil) { _ in }.catch(on: nil) { _ in }.tied(to: scope)
    #expect(stops.all == [1, 2, 3])
    withExtendedLifetime(works) {}
  }
}
