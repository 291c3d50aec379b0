import Dispatch
import ErrandsPromises
import ErrandsTesting
import Foundation
import Testing

@Suite("A queue that gives promises", .timeLimit(.minutes(1)))
struct QueueAsyncTests {
  @Test("The body runs on the queue; a value is a value and a thrown error the promise's")
  func onTheQueue() async throws {
    let known = KnownQueue("work")
    let isCurrent = try await known.queue.async(.promise) { () throws -> Bool in known.isCurrent }.async()
    #expect(isCurrent)
    let broken = known.queue.async(.promise) { () throws -> Int in throw Broken() }
    await #expect(throws: Broken.self) { try await broken.async() }
  }

  @Test("A body that throws nothing gives a guarantee")
  func guarantee() async {
    let guarantee: Guarantee<Int> = DispatchQueue.global().async(.promise) { 2 }
    #expect(await guarantee.async() == 2)
    let inferred = DispatchQueue.global().async(.promise, qos: .utility) { "a" }
    let same: Guarantee<String> = inferred
    #expect(await same.async() == "a")
  }

  @Test("The group is told")
  func group() async {
    let queue = DispatchQueue(label: "serial")
    let group = DispatchGroup()
    let first = queue.async(.promise, group: group) { 1 }
    let second = queue.async(.promise, group: group) { () throws -> Int in 2 }
    await withCheckedContinuation { continuation in
      group.notify(queue: queue) { continuation.resume() }
    }
    #expect(first.isFulfilled && second.isFulfilled)
  }

  #if !TSAN
    // The thread sanitizer wraps the work, and its flags are lost.
    @Test("The flags reach the queue")
    func flags() async throws {
      let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
      await queue.async(.promise, flags: .barrier) {
        dispatchPrecondition(condition: .onQueueAsBarrier(queue))
      }.async()
      try await queue.async(.promise, flags: .barrier) { () throws -> Void in
        dispatchPrecondition(condition: .onQueueAsBarrier(queue))
      }.async()
    }
  #endif

  @Test("Work that is cancelled before its turn does not begin")
  func cancelledBeforeItsTurn() async {
    let queue = DispatchQueue(label: "serial")
    let called = Events<Int>()
    queue.suspend()
    let promise = queue.async(.promise) { () throws -> Void in called.record(1) }
    let guarantee = queue.async(.promise) { called.record(2) }
    promise.cancel()
    guarantee.cancel()
    queue.resume()
    queue.sync {}
    #expect(called.all.isEmpty)
    #expect(promise.isCancelled)
  }

  #if !canImport(Darwin)
    @Test("When reports no progress to whoever asks for it: the unit is completed all the same (29)")
    func progress() {
      let progress = Progress(totalUnitCount: 1)
      progress.becomeCurrent(withPendingUnitCount: 1)
      let whole = when(fulfilled: [Promise.value(1), .pending().promise])
      progress.resignCurrent()
      #expect(whole.isPending)
      #expect(progress.completedUnitCount == 1)
    }
  #endif
}
