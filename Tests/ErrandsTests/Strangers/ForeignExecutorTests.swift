import Dispatch
import ErrandsTesting
import Testing

@testable import Errands

// An executor of somebody else's that called the work it was given a second time had a handler called twice,
// and one that threw the work away had a group hang.
@Suite("An executor that calls twice, at once, or not at all")
struct ForeignExecutorTests {
  enum Executor: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case twice, twoThreads, twiceLater, dropping

    var testDescription: String { rawValue }

    /// - Parameter over: Is told when a piece of work has been called as often as it will be, or thrown away.
    func delivery(_ over: Events<Int>) -> Delivery {
      Delivery { work in
        switch self {
        case .twice:
          work()
          work()
          over.record(1)
        case .twoThreads:
          Task {
            async let first: Void = onThread { work() }
            async let second: Void = onThread { work() }
            _ = await (first, second)
            over.record(1)
          }
        case .twiceLater:
          DispatchQueue.global().async {
            work()
            DispatchQueue.global().async {
              work()
              over.record(1)
            }
          }
        case .dropping: over.record(1)
        }
      }
    }

    var calls: Int { self == .dropping ? 0 : 1 }
  }

  /// Every place that is given a delivery.
  enum Place: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case whenSettled, late, run, forOwner, delegate, actions, onProgress
    case notify, notifyEmpty, notifyOwner, entering, enteringForOwner

    var testDescription: String { rawValue }
  }

  @Test(
    "Calls a handler once, or never",
    .timeLimit(.minutes(1)),
    arguments: Executor.allCases,
    Place.allCases
  )
  func once(executor: Executor, place: Place) async throws {
    let (heard, over, work) = (Events<String>(), Events<Int>(), ManualWork<Int>())
    let delivery = executor.delivery(over)
    let (owner, group, dispatchGroup) = (Screen(LiveObjects(), heard), Group<Int>(), DispatchGroup())
    switch place {
    case .whenSettled: work.errand.run().whenSettled(on: delivery) { heard.record($0.label) }
    case .late:
      let run = work.errand.run()
      try await work.callback().succeed(7)
      run.whenSettled(on: delivery) { heard.record($0.label) }
    case .run: work.errand.run(on: delivery) { heard.record($0.label) }
    case .forOwner: work.errand.run(for: owner, on: delivery) { _, outcome in heard.record(outcome.label) }
    case .delegate: work.errand.run(delegate: owner, on: delivery)
    case .actions: work.errand.run(actions: owner, on: delivery)
    case .onProgress: work.errand.run().onProgress(on: delivery) { heard.record($0.label) }
    case .notify, .notifyOwner, .notifyEmpty:
      if place != .notifyEmpty { group.add(work.errand) }
      if place == .notifyOwner {
        group.notify(for: owner, on: delivery) { _, outcomes in heard.record("\(outcomes.count) ended") }
      } else {
        group.notify(on: delivery) { outcomes in heard.record("\(outcomes.count) ended") }
      }
    case .entering: work.errand.run(entering: dispatchGroup, on: delivery) { heard.record($0.label) }
    case .enteringForOwner:
      work.errand.run(for: owner, entering: dispatchGroup, on: delivery) { heard.record($1.label) }
    }
    if place != .notifyEmpty {
      let callback = try await work.callback()
      if place == .onProgress {
        callback.report(completed: 1, total: 2)
        _ = try await over.event(1)
      }
      work.letGo()
      callback.succeed(7)
    }
    _ = try await over.event(1)
    #expect(heard.count == executor.calls)
    // Left once: a second time would have ended the process.
    if place == .entering || place == .enteringForOwner {
      try await Errand.waiting(for: dispatchGroup).value()
    }
    withExtendedLifetime(owner) {}
  }

  @Test("Has the handlers behind called all the same", .timeLimit(.minutes(1)), arguments: Executor.allCases)
  func behind(executor: Executor) async throws {
    let (heard, over, others) = (Events<Int>(), Events<Int>(), Events<Int>())
    let delivery = executor.delivery(over)
    let run = Run<Int>(name: "many", registry: nil)
    for number in 0..<100 {
      run.whenSettled(on: delivery) { _ in heard.record(number) }
      run.whenSettled(on: .concurrent) { _ in others.record(number) }
    }
    run.settle(.success(7))
    _ = try await (over.event(100), others.event(100))
    #expect(heard.all == (executor == .dropping ? [] : Array(0..<100)))
    #expect(others.all == Array(0..<100))
  }

  @Test("Has later reports of progress come", .timeLimit(.minutes(1)), arguments: Executor.allCases)
  func reports(executor: Executor) async throws {
    let (heard, over, work) = (Events<Int64>(), Events<Int>(), ManualWork<Int>())
    work.errand.run().onProgress(on: executor.delivery(over)) { heard.record($0.completed) }
    let callback = try await work.callback()
    for number in 1...10 {
      callback.report(completed: Int64(number), total: 10)
      _ = try await over.event(number)
    }
    #expect(heard.all == (executor == .dropping ? [] : Array(1...10)))
    callback.succeed(7)
  }
}
