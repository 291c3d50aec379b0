import Dispatch
import ErrandsTesting
import Foundation
import Testing

@testable import Errands

// All that a passing deadline set off was done by the one thread that slept for the process's deadlines. A
// hook that slept for a second delayed every deadline, and one that waited for a deadline stopped all of
// them.
@Suite("Nobody's deadline waits for somebody else's code")
struct DeadlineStrangersTests {
  /// Code that is called because a deadline has passed.
  enum Caller: String, CaseIterable, Codable, Sendable, CustomTestStringConvertible {
    case hookOfLimit, errorOfLimit, handlerOfLimit, stepBehindLimit, startBehindDelay, stepBehindDelay,
      secondTry

    var testDescription: String { rawValue }

    /// An errand in which `body` is called when a deadline has passed.
    func errand(_ body: @escaping @Sendable () -> Void) -> Errand<Int> {
      let brief = Duration.milliseconds(1)
      switch self {
      case .hookOfLimit: return Self.hooked(after: brief, body)
      case .errorOfLimit:
        return .endless().timeout(after: brief) {
          body()
          return TimeoutError()
        }
      case .handlerOfLimit: return Self.told(.endless().timeout(after: brief), body)
      case .stepBehindLimit:
        return Errand.endless().timeout(after: brief).recover { _ in
          body()
          return .success(1)
        }
      case .startBehindDelay:
        return Errand<Int>.fromCallback { callback in
          body()
          callback.succeed(1)
        }.delay(for: brief)
      case .stepBehindDelay:
        return Errand.success(1).delay(for: brief).map { value in
          body()
          return value
        }
      case .secondTry:
        let tries = Events<Int>()
        return Errand<Int>.fromCallback { callback in
          tries.record(1)
          if tries.count == 1 { throw ManualError() }
          body()
          callback.succeed(1)
        }.retry(RetryPolicy(retries: 1, base: brief, cap: brief))
      }
    }

    /// The hook of work whose time is over. On a busy machine that may be so before the work has begun, which has no
    /// hook then: so it is tried again.
    static func hooked(after limit: Duration, _ body: @escaping @Sendable () -> Void) -> Errand<Int> {
      let hasBegun = Gate()
      return Errand<Int>.fromCallback { callback in
        hasBegun.open()
        let kept = Kept(callback)
        callback.onCancel {
          body()
          kept.letGo()
        }
      }.timeout(after: limit).recover { error in
        hasBegun.isOpen ? .failure(error) : hooked(after: limit, body)
      }
    }

    /// The errand, whose run has a handler on the spot.
    private static func told(_ errand: Errand<Int>, _ body: @escaping @Sendable () -> Void) -> Errand<Int> {
      .fromCallback { callback in
        errand.run(on: .immediate) { outcome in
          body()
          callback(outcome)
        }
      }
    }
  }

  /// What passes meanwhile.
  static let others: [@Sendable () -> Errand<Int>] = [
    { .endless().timeout(after: .milliseconds(1)) },
    { .success(1).delay(for: .milliseconds(1)) },
    { .failure(ManualError()).retry(RetryPolicy(retries: 2, base: .milliseconds(1))) },
  ]

  /// A limit that passes while the work begins stops it there, and its hook blocks whoever runs it.
  private static func runElsewhere(_ errand: Errand<Int>) {
    Thread.detachNewThread { errand.run() }
  }

  @Test("Code that blocks delays no other deadline", arguments: Caller.allCases)
  func blocking(caller: Caller) async {
    await #expect(processExitsWith: .success) { [caller = caller as Caller] in
      Watchdog.start()
      let (entered, left, release) = (Events<Int>(), Events<Int>(), DispatchSemaphore(value: 0))
      Self.runElsewhere(
        caller.errand {
          entered.record(1)
          release.wait()
          left.record(1)
        }
      )
      _ = try await entered.event(1)
      for other in Self.others { _ = await other().outcome() }
      let count = left.count
      #expect(count == 0)
      release.signal()
      _ = try await left.event(1)
    }
  }

  @Test("Code that waits for a deadline is told of it", arguments: Caller.allCases)
  func waiting(caller: Caller) async {
    await #expect(processExitsWith: .success) { [caller = caller as Caller] in
      Watchdog.start()
      let heard = Events<Int>()
      caller.errand {
        let group = Group<Int>()
        for other in Self.others { group.add(other()) }
        if case .completed(let outcomes) = group.wait() { heard.record(outcomes.count) }
      }.run()
      let count = try await heard.event(1)
      #expect(count == Self.others.count)
    }
  }

  @Test("Ten that block at one time leave the others alone")
  func many() async {
    await #expect(processExitsWith: .success) {
      Watchdog.start()
      let (entered, left, release) = (Events<Int>(), Events<Int>(), DispatchSemaphore(value: 0))
      for number in 0..<10 {
        Self.runElsewhere(
          Caller.hooked(after: .milliseconds(number)) {
            entered.record(number)
            release.wait()
            left.record(number)
          }
        )
      }
      _ = try await entered.event(10)
      for other in Self.others { _ = await other().outcome() }
      for _ in 0..<10 { release.signal() }
      _ = try await left.event(10)
    }
  }
}
