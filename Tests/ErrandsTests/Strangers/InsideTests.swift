import Dispatch
import ErrandsTesting
import Testing

@testable import Errands

// Whatever a handler, a hook or a step began, settled or cancelled was put off until the outermost of the
// calls had returned. One that waited for it waited for ever, and one that went on found nothing done.
@Suite("What is called inside is done inside")
struct InsideTests {
  /// Where the code is.
  enum Place: String, CaseIterable, Codable, Sendable, CustomTestStringConvertible {
    case handler, hook, hookOfLimit, errorOfLimit, start, map, flatMap, recover, ensure
    case secondTry, behindDelay, onQueue, nextOnQueue, sharer, member, completion, waiter

    var testDescription: String { rawValue }

    /// Calls `body` there, on a thread that may block.
    func call(_ body: @escaping @Sendable () -> Void) async {
      let over = Events<Int>()
      let once: @Sendable () -> Void = {
        body()
        over.record(1)
      }
      await onThread(stackSize: 8 << 20) { begin(once) }
      _ = try? await over.event(1)
    }

    private func begin(_ body: @escaping @Sendable () -> Void) {
      let starting = Errand<Int>.fromCallback { callback in
        body()
        callback.succeed(1)
      }
      let look: @Sendable (Int) -> Int = { value in
        body()
        return value
      }
      switch self {
      case .handler: Errand.success(1).run(on: .immediate) { _ in body() }
      case .hook: Errand<Int>.endless(onCancel: body).run().cancel()
      case .hookOfLimit:
        // Not with a limit of zero: work whose time is over before it has begun has no hook.
        let clock = VirtualClock()
        Errand<Int>.endless(onCancel: body).timeout(after: .seconds(1), clock: clock).run()
        Task {
          try await clock.sleepers(atLeast: 1)
          clock.advance(by: .seconds(1))
        }
      case .errorOfLimit:
        Errand<Int>.endless().timeout(after: .zero) {
          body()
          return TimeoutError()
        }.run()
      case .start: starting.run()
      case .map: Errand.success(1).map(look).run()
      case .flatMap: Errand.success(1).flatMap { .success(look($0)) }.run()
      case .recover: Errand<Int>.failure(ManualError()).recover { _ in .success(look(1)) }.run()
      case .ensure: Errand.success(1).ensure(body).run()
      case .secondTry:
        let tries = Events<Int>()
        Errand<Int>.fromCallback { _ in
          tries.record(1)
          if tries.count == 2 { body() }
          throw ManualError()
        }.retry(RetryPolicy(retries: 1, base: .zero)).run()
      case .behindDelay: starting.delay(for: .zero).run()
      case .onQueue: starting.on(WorkQueue(limit: 1)).run()
      case .nextOnQueue:
        let queue = WorkQueue(limit: 1)
        let first = queue.add(Errand<Int>.endless())
        queue.add(starting)
        first.cancel()
      case .sharer: starting.shared().run()
      case .member: Errand.all([starting]).run()
      case .completion: Group<Int>().notify(on: .immediate) { _ in body() }
      case .waiter:
        let run = Errand<Int>.endless().run()
        WorkQueue(limit: 1).add(Errand.success(1).ensure(body), after: [Errand.success(1).run()])
        run.cancel()
      }
    }
  }

  @Test("A run that is begun begins, and can be waited for", arguments: Place.allCases)
  func begun(place: Place) async {
    await #expect(processExitsWith: .success) { [place = place as Place] in
      Watchdog.start()
      let heard = Events<String>()
      await place.call {
        let group = Group<Int>()
        group.add(.success(1))
        group.add(Errand { 2 })
        group.add(Errand<Int>.fromCallback { callback in callback.succeed(3) }.map { $0 })
        group.add(Errand.success(4).shared().on(WorkQueue(limit: 1)))
        group.add(Errand.success(5).retry().timeout(after: .seconds(3_600)))
        if case .completed(let outcomes) = group.wait() {
          for outcome in outcomes { heard.record(outcome.label) }
        }
      }
      let all = heard.all
      #expect(all == (1...5).map { "value \($0)" })
    }
  }

  @Test("A handler of a run that is settled elsewhere can be waited for", arguments: Place.allCases)
  func semaphore(place: Place) async {
    await #expect(processExitsWith: .success) { [place = place as Place] in
      Watchdog.start()
      let heard = Events<String>()
      await place.call {
        let told = DispatchSemaphore(value: 0)
        Errand { 2 }.map { $0 + 1 }.run(on: .immediate) { outcome in
          heard.record(outcome.label)
          told.signal()
        }
        told.wait()
      }
      let all = heard.all
      #expect(all == ["value 3"])
    }
  }

  @Test("A run that is settled tells its handlers before the call returns", arguments: Place.allCases)
  func settled(place: Place) async {
    await #expect(processExitsWith: .success) { [place = place as Place] in
      Watchdog.start()
      let heard = Events<String>()
      await place.call {
        let other = Run<Int>(name: "other", registry: nil)
        other.whenSettled(on: .immediate) { heard.record($0.label) }
        other.settle(.success(1))
        heard.record("settled")
      }
      let all = heard.all
      #expect(all == ["value 1", "settled"])
    }
  }

  @Test("A run that is cancelled has stopped its work when the call returns", arguments: Place.allCases)
  func cancelled(place: Place) async {
    await #expect(processExitsWith: .success) { [place = place as Place] in
      Watchdog.start()
      let heard = Events<String>()
      await place.call {
        let run = Errand<Int>.endless(onCancel: { heard.record("stopped") }).map { $0 }.run()
        run.whenSettled(on: .immediate) { heard.record($0.label) }
        run.cancel()
        heard.record("returned")
        let scope = Scope()
        Errand<Int>.endless(onCancel: { heard.record("stopped") }).run(in: scope)
        scope.cancel()
        heard.record("ended")
      }
      let all = heard.all
      #expect(all == ["stopped", "cancelled", "returned", "stopped", "ended"])
    }
  }

  @Test("The losers of a race are stopped before anybody is told", arguments: Place.allCases)
  func race(place: Place) async {
    await #expect(processExitsWith: .success) { [place = place as Place] in
      Watchdog.start()
      let heard = Events<String>()
      await place.call {
        let winner = Kept<Callback<Int>>()
        let runners: [Errand<Int>] = [
          .endless(onCancel: { heard.record("loser") }),
          .fromCallback { winner.set($0) },
          .endless(onCancel: { heard.record("loser") }),
        ]
        Errand.race(runners).run(on: .immediate) { heard.record($0.label) }
        winner.take()?.succeed(1)
        heard.record("returned")
      }
      let all = heard.all
      #expect(all == ["loser", "loser", "value 1", "returned"])
    }
  }
}
