import Foundation
import Synchronization

/// Tries every interleaving of a few bodies, instead of hoping that a thousand rounds on two threads meet the one that
/// fails.
///
/// ```swift
/// try await Explorer.explore(preemptions: 2) { scenario in
///   let answer = Settlement<Int>()
///   answer.whenSettled { _ in scenario.record("told") }
///   scenario.body("one") { answer.settle(.success(1)) }
///   scenario.body("another") { answer.settle(.success(2)) }
///   scenario.check { try scenario.expect(scenario.count(of: "told") == 1, "It is told once.") }
/// }
/// ```
///
/// It works in programs that are built with `-DERRANDS_EXPLORED`. There, every lock, atomic and semaphore of the package
/// is a place at which the explorer decides which body goes on; elsewhere no body is interrupted. Only the numbers of runs, and
/// whether somebody observes or tracks them, are told between bodies without such a place. Jobs of tasks that a
/// body makes, those on the main actor, and what goes through the scenario's ``Scenario/delivery`` or
/// ``Scenario/queue(_:)``, are bodies too. What goes on anywhere else (a dispatch queue, a real time, a task that yields
/// and does not prefer the scenario's executor) cannot be tried, and fails the exploration, unless it comes more than some
/// milliseconds after the last schedule.
///
/// A schedule that fails is shown as a diagram, with the list of choices that brings it back. Threads that it left
/// standing in a deadlock, or that wait in a loop, are never ended.
public enum Explorer {
  /// Tries all schedules in which a body that could go on is left standing at most `preemptions` times: nearly every
  /// fault that was ever found needs no more than two.
  ///
  /// With *b* bodies and *s* places on their way there are about (*s* · *b*)ⁿ schedules for *n* preemptions, and some
  /// thousand of them are tried in a second.
  ///
  /// - Parameters:
  ///   - preemptions: 0 or more; 2 by default.
  ///   - limit: With more schedules than this it fails, so that no test seems to hold of which half was tried.
  ///   - choices: Those of a failure, 0 or more each, to try that schedule alone, with the `preemptions` that it names.
  ///   - prepare: Makes the bodies and the checks of one schedule, everything anew.
  /// - Returns: How many schedules were tried.
  /// - Throws: ``ExplorationFailure`` for the first schedule that fails, of those the one with the fewest preemptions.
  @discardableResult
  public static func explore(
    preemptions: Int = 2,
    limit: Int = 200_000,
    replaying choices: [Int]? = nil,
    _ prepare: @escaping @Sendable (Scenario) throws -> Void
  ) async throws(ExplorationFailure) -> Exploration {
    precondition(preemptions >= 0, "no body is interrupted less than never: preemptions are 0 or more")
    precondition(choices?.allSatisfy { $0 >= 0 } ?? true, "the choices of a failure are 0 or more")
    #if ERRANDS_EXPLORED
      let isCancelled = Canceller()
      let search = Search(limit: limit, isCancelled: { isCancelled.isSet }, prepare)
      let result = await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          // It waits for its threads, and so must not be one of the cooperative pool.
          Thread {
            continuation.resume(returning: search.run(preemptions: preemptions, replaying: choices))
          }.start()
        }
      } onCancel: {
        isCancelled.set()
      }
      return try result.get()
    #else
      throw ExplorationFailure(.unavailable)
    #endif
  }
}

#if ERRANDS_EXPLORED
  private final class Canceller: Sendable {
    private let flag = Atomic<Bool>(false)

    var isSet: Bool { flag.load(ordering: .relaxed) }

    func set() { flag.store(true, ordering: .relaxed) }
  }
#endif
