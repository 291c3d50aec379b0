import ErrandsTesting
import Foundation
import Testing

@testable import ErrandsImages

extension Images {
  @Suite("The pool that computes", .timeLimit(.minutes(1)))
  struct ImagePoolTests {
    @Test("The value and the error are the work's own")
    func outcome() async throws {
      let pool = ImagePool(places: 1)
      #expect(try await pool.run { _ in 42 } == 42)
      await #expect(throws: Failed(number: 7)) { try await pool.run { _ in throw Failed(number: 7) } }
    }

    @Test("As many works run at once as there are places, and never more")
    func limit() async throws {
      let pool = ImagePool(places: 3)
      let gauge = Gauge()
      let (begun, gate) = (Events<Void>(), DispatchSemaphore(value: 0))
      let runs = (0..<203).map { number in
        pool.errand("work") { _ in
          gauge.enter()
          begun.record(())
          if number < 3 { gate.wait() }
          gauge.leave()
        }.run()
      }
      // All of them are there, and three are inside, when the first one leaves.
      _ = try await begun.event(3)
      #expect((pool.runningCount, pool.waitingCount) == (3, 200))
      for _ in 0..<3 { gate.signal() }
      for run in runs { try await run.value }
      #expect(gauge.most == 3)
    }

    @Test("A queued work that is cancelled answers at once and never begins")
    func cancelledInQueue() async throws {
      let pool = ImagePool(places: 1)
      let gate = DispatchSemaphore(value: 0)
      let recorder = Recorder()
      let (busy, busyYield) = AsyncStream<Void>.makeStream()
      async let first: Void = pool.run { _ in
        busyYield.finish()
        gate.wait()
      }
      for await _ in busy {}
      let queued = Task { try await pool.run { _ in recorder.record("begun") } }
      queued.cancel()
      // The only thread is still held at the gate.
      await #expect(throws: CancellationError.self) { try await queued.value }
      gate.signal()
      try await first
      try await pool.run { _ in recorder.record("next") }
      #expect(recorder.events == ["next"])
    }

    @Test("A running work that is cancelled answers at once, and its own end changes nothing")
    func cancelledWhileRunning() async throws {
      let pool = ImagePool(places: 1)
      let gate = DispatchSemaphore(value: 0)
      let recorder = Recorder()
      let (busy, busyYield) = AsyncStream<Void>.makeStream()
      let task = Task {
        try await pool.run { job in
          busyYield.finish()
          gate.wait()
          recorder.record((try? job.check()) == nil ? "knows" : "does not know")
        }
      }
      for await _ in busy {}
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      gate.signal()
      try await pool.becomeIdle()
      #expect(recorder.events == ["knows"])
    }

    @Test("A drawing that is cancelled half-way stops and frees its thread and memory")
    func cancelledDrawing() async throws {
      let pool = ImagePool(places: 1)
      try await pool.becomeIdle()
      let before = Vips.memoryInUse
      let stopped = Recorder()
      // On a busy machine the cancellation may come when a drawing is whole.
      for _ in 0..<20 where stopped.events.isEmpty {
        let begun = Gate()
        let task = Task {
          try await pool.run { job in
            begun.open()
            do {
              _ = try ImageRenderer.draw(Drawings.poster, width: 6_000, height: 6_000, job)
            } catch {
              stopped.record("\(error)")
              throw error
            }
          }
        }
        try await begun.wait()
        task.cancel()
        _ = await task.result
        try await pool.becomeIdle()
      }
      #expect(stopped.events == ["CancellationError()"])
      #expect(Vips.memoryInUse <= before)
    }

    @Test("What a settled work captured is let go", arguments: [true, false])
    func captures(isCancelled: Bool) async throws {
      let pool = ImagePool(places: 1)
      weak var witness: Recorder?
      let gate = DispatchSemaphore(value: 0)
      async let first: Void = pool.run { _ in gate.wait() }
      let task = {
        let recorder = Recorder()
        witness = recorder
        return Task { [recorder] in try await pool.run { _ in recorder.record("begun") } }
      }()
      if isCancelled { task.cancel() }
      gate.signal()
      _ = await task.result
      try await first
      try await pool.becomeIdle()
      #expect(witness == nil)
    }

    @Test("Cancelling in the very moment of settling answers once, either way")
    func race() async throws {
      // A second answer to a continuation ends the process, a missing one hangs this test.
      let pool = ImagePool(places: 2)
      var (outcomes, round) = ((values: 0, cancellations: 0), 0)
      // Until both orders have come.
      while round < 2_000 || outcomes.values == 0 || outcomes.cancellations == 0 {
        try Task.checkCancellation()
        round += 1
        let task = Task { [round] in try await pool.run { _ in round } }
        for _ in 0..<round % 16 { await Task.yield() }
        task.cancel()
        switch await task.result {
        case .success(let value):
          #expect(value == round)
          outcomes.values += 1
        case .failure(let error):
          #expect(error is CancellationError)
          outcomes.cancellations += 1
        }
      }
      #expect(outcomes.values + outcomes.cancellations == round)
    }
  }
}
