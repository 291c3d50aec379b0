import Dispatch
import ErrandsTesting
import Testing

@testable import Errands

// Who awaited a run stood in the run's line of deliveries, behind observers on queues that were suspended and
// handlers for a main actor that was blocked: for ever, and also where the run had been cancelled.
@Suite("Nobody who waits for an outcome waits for somebody's executor")
struct WaitingStrangersTests {
  /// An executor that does nothing for the time being.
  enum Busy: String, CaseIterable, Codable, Sendable, CustomTestStringConvertible {
    case suspendedQueue, blockedMainActor, blockedSpot, dropping

    var testDescription: String { rawValue }

    /// Has somebody wait there for the run: an observer of its progress and a handler of its outcome.
    func stand(before run: Run<Int>, _ held: Held) {
      let delivery: Delivery
      switch self {
      case .suspendedQueue:
        held.queue.suspend()
        delivery = .queue(held.queue)
      case .blockedMainActor:
        DispatchQueue.main.async { held.block() }
        delivery = .mainActor
      case .blockedSpot:
        return run.whenSettled(on: .immediate) { _ in held.block() }
      case .dropping: delivery = .bin
      }
      run.onProgress(on: delivery) { _ in held.heard.record("progress") }
      run.whenSettled(on: delivery) { held.heard.record($0.label) }
    }

    func release(_ held: Held) {
      if self == .suspendedQueue { held.queue.resume() }
      held.released.signal()
    }
  }

  final class Held: Sendable {
    let queue = DispatchQueue(label: "suspended")
    let heard = Events<String>()
    let released = DispatchSemaphore(value: 0)

    func block() {
      heard.record("blocked")
      released.wait()
    }
  }

  /// Who waits.
  enum Wait: String, CaseIterable, Codable, Sendable, CustomTestStringConvertible {
    case value, givenBefore, outcomes, outcomesWithin, blocking, dependent

    var testDescription: String { rawValue }

    /// Begins to wait; gives the outcome as a word.
    func begin(for run: Run<Int>, in group: Group<Int>) -> Task<String, Never> {
      switch self {
      case .value, .givenBefore:
        Task {
          do { return "value \(try await run.value)" } catch {
            return Result<Int, any Error>.failure(error).label
          }
        }
      case .outcomes:
        Task { (try? await group.outcomes())?.first?.label ?? "nothing" }
      case .outcomesWithin:
        Task { (try? await group.outcomes(within: .seconds(3_600)))?.label ?? "nothing" }
      case .blocking:
        Task {
          let heard = Events<String>()
          await onThread { heard.record(group.wait().label) }
          return heard.all[0]
        }
      case .dependent:
        Task {
          let work = WorkQueue(limit: 1).add(Errand.success(1), after: [run])
          return await work.run.settlement.settled {}.label == "value 1" ? "value 7" : "cancelled"
        }
      }
    }
  }

  @Test("Settled", arguments: Busy.allCases, Wait.allCases)
  func settled(busy: Busy, wait: Wait) async {
    await #expect(processExitsWith: .success) { [busy = busy as Busy, wait = wait as Wait] in
      Watchdog.start()
      try await Self.check(busy, wait, ends: "value 7") { callback, _ in
        callback.report(completed: 1, total: 2)
        callback.succeed(7)
      }
    }
  }

  @Test("Cancelled", arguments: Busy.allCases, Wait.allCases)
  func cancelled(busy: Busy, wait: Wait) async {
    await #expect(processExitsWith: .success) { [busy = busy as Busy, wait = wait as Wait] in
      Watchdog.start()
      try await Self.check(busy, wait, ends: "cancelled") { callback, run in
        callback.report(completed: 1, total: 2)
        run.cancel()
      }
    }
  }

  private static func check(
    _ busy: Busy,
    _ wait: Wait,
    ends label: String,
    _ end: @escaping @Sendable (Callback<Int>, Run<Int>) -> Void
  ) async throws {
    let (work, group, held) = (ManualWork<Int>(), Group<Int>(), Held())
    let run = group.add(work.errand)
    busy.stand(before: run, held)
    let callback = try await work.callback()
    let early = wait == .givenBefore ? nil : wait.begin(for: run, in: group)
    async let ending: Void = onThread { end(callback, run) }
    if busy == .blockedSpot { _ = try await held.heard.first { $0 == "blocked" } }
    let heard = await (early ?? wait.begin(for: run, in: group)).value
    #expect(heard == label)
    busy.release(held)
    await ending
    if busy == .suspendedQueue || busy == .blockedMainActor { _ = try await held.heard.first { $0 == label } }
  }

  @Test("The events of a run come, whoever else is told of it")
  func events() async {
    await #expect(processExitsWith: .success) {
      Watchdog.start()
      let queue = DispatchQueue(label: "suspended")
      queue.suspend()
      let errand = Errand<Int>.fromCallback { callback in
        callback.run.onProgress(on: .queue(queue)) { _ in }
        callback.run.whenSettled(on: .queue(queue)) { _ in }
        callback.report(completed: 1, total: 2)
        callback.succeed(7)
      }
      var heard: [String] = []
      for await event in errand.events() { heard.append(event.label) }
      #expect(heard == ["progress 1/2", "value 7"])
      queue.resume()
    }
  }

  @Test("Handlers of one executor keep their order, beside another one that is suspended")
  func order() async throws {
    let (first, second) = (
      DispatchQueue(label: "first", attributes: .concurrent), DispatchQueue(label: "second")
    )
    let (heard, late) = (Events<Int>(), Events<Int>())
    let run = Run<Int>(name: "order", registry: nil)
    second.suspend()
    for number in 0..<100 {
      run.whenSettled(on: .queue(second)) { _ in late.record(number) }
      run.whenSettled(on: .queue(first)) { _ in heard.record(number) }
    }
    run.settle(.success(7))
    run.whenSettled(on: .queue(first)) { _ in heard.record(100) }
    run.whenSettled(on: .queue(second)) { _ in late.record(100) }
    _ = try await heard.event(101)
    #expect(heard.all == Array(0...100))
    #expect(late.count == 0)
    second.resume()
    _ = try await late.event(101)
    #expect(late.all == Array(0...100))
  }
}

extension GroupWait where Value == Int {
  fileprivate var label: String {
    if case .completed(let outcomes) = self { outcomes.first?.label ?? "nothing" } else { "timed out" }
  }
}
