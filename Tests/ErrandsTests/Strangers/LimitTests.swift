import Dispatch
import ErrandsTesting
import Testing

@testable import Errands

// A limit of centuries, by which many say that there is none, ended the process by an overflow. And a limit
// was set only when the beginning of the work had come to its end: 100 milliseconds over a start that took a
// second were told after that second.
@Suite("Limits of any length, over any beginning")
struct LimitTests {
  static let longest: [Duration] = [.seconds(Int64.max), .seconds(Int64.max / 2), .milliseconds(Int64.max)]
  static let past: [Duration] = [.seconds(Int64.min), .seconds(-Int64.max), .seconds(-1), .zero]

  @Test("The longest there are do not pass")
  func longest() async {
    await #expect(processExitsWith: .success) {
      Watchdog.start()
      for limit in Self.longest {
        let value = try await Errand { 7 }.timeout(after: limit).value()
        #expect(value == 7)
        let clock = VirtualClock()
        let late = try await Errand { 7 }.timeout(after: limit, clock: clock).value()
        #expect(late == 7)
        let run = Errand.success(7).delay(for: limit).run()
        let isRunning = run.isRunning
        #expect(isRunning)
        run.cancel()
        let group = Group<Int>()
        group.add(.success(7))
        guard case .completed = try await group.outcomes(within: limit) else { throw ManualError() }
        await onThread {
          guard case .completed = group.wait(timeout: limit) else { return #expect(Bool(false)) }
        }
      }
    }
  }

  @Test("Those that lie in the past have passed")
  func past() async {
    await #expect(processExitsWith: .success) {
      Watchdog.start()
      for limit in Self.past {
        let outcome = await Errand<Int>.endless().timeout(after: limit).outcome()
        #expect(outcome.error is TimeoutError)
        let value = try await Errand.success(7).delay(for: limit).value()
        #expect(value == 7)
        let group = Group<Int>()
        let member = group.add(.endless())
        guard case .timedOut = try await group.outcomes(within: limit) else { throw ManualError() }
        await onThread {
          guard case .timedOut = group.wait(timeout: limit) else { return #expect(Bool(false)) }
        }
        member.cancel()
      }
    }
  }

  @Test("Waits between tries of any base and any cap")
  func policies() async {
    await #expect(processExitsWith: .success) {
      Watchdog.start()
      var generator = Seeded(state: 1)
      for base in Self.longest + Self.past {
        for cap in Self.longest + Self.past {
          let policy = RetryPolicy(retries: 3, base: base, cap: cap)
          for number in [0, 1, 2, 64, Int.max] {
            let wait = policy.wait(afterTry: number, using: &generator)
            #expect(wait >= .zero)
            #expect(wait <= max(cap, .zero))
          }
          let run = Errand<Int>.failure(ManualError()).retry(policy).run()
          run.cancel()
        }
      }
    }
  }

  @Test("A limit passes while the work is still being begun")
  func slowStart() async {
    await #expect(processExitsWith: .success) {
      Watchdog.start()
      let (heard, stopped, told) = (Events<String>(), Events<Int>(), DispatchSemaphore(value: 0))
      await onThread {
        let slow = Errand<Int>.fromCallback { callback in
          callback.onCancel { stopped.record(1) }
          // Comes to its end only when the limit has been told.
          told.wait()
          callback.succeed(7)
        }
        slow.timeout(after: .milliseconds(100)).run(on: .immediate) { outcome in
          heard.record(outcome.error is TimeoutError ? "timed out" : outcome.label)
          told.signal()
        }
      }
      let all = heard.all
      #expect(all == ["timed out"])
      // The work hears of it as well, now that there is a run to stop.
      _ = stopped
    }
  }
}
