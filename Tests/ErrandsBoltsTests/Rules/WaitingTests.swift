import Dispatch
import ErrandsBolts
import ErrandsTesting
import Foundation
import Testing

@Suite("Waiting and delays", .timeLimit(.minutes(1)))
struct WaitingTests {
  @Test("Rule 20: waitUntilCompleted blocks the thread until the task has ended")
  func waits() async throws {
    let (steps, source) = (Steps(), TaskCompletionSource<Int>())
    async let waiting: Void = onThread {
      steps.record("waits")
      source.task.waitUntilCompleted()
      steps.record(source.task.description)
    }
    _ = try await steps.event(1)
    #expect(!source.task.completed)
    source.set(result: 1)
    await waiting
    #expect(steps.all == ["waits", "Task: success(1)"])
  }

  @Test("Rule 20: On the main thread it prints a warning with the task, even where that has ended")
  func warning() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      await MainActor.run {
        Task("photos").waitUntilCompleted()
      }
    }
    let output = String(decoding: try #require(result).standardOutputContent, as: UTF8.self)
    #expect(output.contains("Warning"))
    #expect(output.contains("Task: success(\"photos\")") || output.contains("Task: success(photos)"))
  }

  @Test("Rule 20: Elsewhere it prints none")
  func noWarning() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      await onThread { Task("photos").waitUntilCompleted() }
    }
    let output = String(decoding: try #require(result).standardOutputContent, as: UTF8.self)
    #expect(!output.contains("Warning"))
  }

  @Test("Rule 22: withDelay succeeds later, asked of any task type")
  func delay() async throws {
    let tasks = [Task<Int>.withDelay(0.001), Task<String>.withDelay(0), Task<Void>.withDelay(-1)]
    for task in tasks { try await task.value }
  }

  /// A delay that is over before anybody has asked calls the continuation in the call that asks (rule 11), and that
  /// says nothing of where the delay ended: then a longer one is tried.
  @Test("Rule 22: It succeeds on a global queue")
  func delayEndsOnAGlobalQueue() async {
    let ends = Events<Void>()
    await onThread {
      let home = pthread_self()
      var seconds = 0.001
      while ends.count == 0, seconds < 10 {
        Task<Void>.withDelay(seconds).continueWith(.immediate) { _ in
          if pthread_equal(home, pthread_self()) != 0 { return }
          dispatchPrecondition(condition: .onQueue(.global()))
          ends.record(())
        }.waitUntilCompleted()
        seconds *= 2
      }
    }
    #expect(ends.count == 1)
  }

  @Test("Rule 22: A delay that was cancelled stays so, and lets go of its continuations at once")
  func cancelledDelay() async throws {
    try await withLiveObjects { live in
      let task = Task<Void>.withDelay(3_600)
      let next = task.continueWith { [object = live.object("continuation")] _ in
        withExtendedLifetime(object) {}
      }
      task.cancel()
      #expect(task.cancelled)
      #expect(next.completed)
    }
  }
}
