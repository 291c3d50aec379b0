import Errands
import ErrandsPromises
import ErrandsTesting
import Testing

/// Urgent work once waited, by way of a promise, for work that was not, and for all that stood before that.
@Suite("Rules of the priority that who waits lends to a promise", .timeLimit(.minutes(1)))
struct PriorityRules {
  private let heard = Events<WorkPriority>()
  private let callbacks = Kept<Callback<Int>>()

  private var work: Promise<Int> {
    let errand = Errand<Int>.fromCallback { [heard, callbacks] callback in
      callback.onPriorityChange { heard.record($0) }
      callbacks.set(callback)
    }
    return errand.promise()
  }

  enum Link: String, CaseIterable, CustomTestStringConvertible {
    case map, then, ensure, recover, whenFulfilled, whenResolved, tuple, concurrently, race, timeout, bridge

    var testDescription: String { rawValue }

    func made(of promise: Promise<Int>) -> Promise<Void> {
      switch self {
      case .map: promise.map(on: nil) { $0 + 1 }.map(on: nil) { $0 + 1 }.asVoid()
      case .then: Promise<Int>.value(1).then(on: nil) { _ in promise }.asVoid()
      case .ensure: promise.ensure(on: nil) {}.asVoid()
      case .recover: Promise<Int>(error: Broken()).recover(on: nil) { _ in promise }.asVoid()
      case .whenFulfilled: when(fulfilled: [Promise<Int>.value(2), promise]).asVoid()
      case .whenResolved: Promise(when(resolved: [promise])).asVoid()
      case .tuple: when(fulfilled: Promise<String>.value(""), promise).asVoid()
      case .concurrently: when(fulfilled: [promise].makeIterator(), concurrently: 1).asVoid()
      case .race: ErrandsPromises.race([promise, promise]).asVoid()
      case .timeout: promise.timeout(seconds: 60).asVoid()
      case .bridge: Promise(promise).asVoid()
      }
    }
  }

  @Test("A task that awaits what is made of a promise lends it to the work", arguments: Link.allCases)
  func lent(link: Link) async throws {
    let made = link.made(of: work)
    let waiting = Task(priority: .high) { try await made.async() }
    _ = try await heard.event(2)
    callbacks.take()?.succeed(7)
    try await waiting.value
    #expect(heard.all == [.normal, .high])
  }

  @Test("Work that a handler begins later has it, too, and so has the next member of a when with a limit")
  func later() async throws {
    let (first, seal) = Promise<Int>.pending()
    let works = Events<Int>()
    let next: @Sendable (Int) -> Promise<Int> = { [heard, callbacks] _ in
      let errand = Errand<Int>.fromCallback { callback in
        callback.onPriorityChange { heard.record($0) }
        callbacks.set(callback)
        works.record(1)
      }
      return errand.promise()
    }
    var members = [first, first.then(on: nil, next)].makeIterator()
    let whole = when(fulfilled: AnyIterator { members.next() }, concurrently: 1)
    let run = whole.errand().priority(.high).run()
    #expect(heard.count == 0)
    seal.fulfill(1)
    #expect(works.count == 1 && heard.all == [.normal, .high])
    callbacks.take()?.succeed(7)
    #expect(try await run.value == [1, 7])
  }
}
