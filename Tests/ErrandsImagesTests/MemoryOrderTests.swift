import Errands
import Foundation
import Testing

@testable import ErrandsImages

extension Images {
  @Suite("Jobs that wait for memory", .timeLimit(.minutes(1)))
  struct MemoryOrderTests {
    /// A job that holds so many bytes until the gate opens.
    private func hold(_ bytes: Int, of pool: ImagePool, until gate: DispatchSemaphore) async -> Run<Void> {
      let (begun, begin) = AsyncStream<Void>.makeStream()
      let run = pool.errand("holder") { job in
        try job.reserve(bytes)
        begin.finish()
        gate.wait()
      }.run()
      for await _ in begun {}
      return run
    }

    /// Jobs that wait for so many bytes, in this order.
    private func waiting(
      for bytes: [(String, Int)],
      in pool: ImagePool,
      _ recorder: Recorder
    ) async throws -> [Run<Void>] {
      var runs: [Run<Void>] = []
      for (name, bytes) in bytes {
        runs.append(
          pool.errand(name) { job in
            try job.reserve(bytes)
            recorder.record(name)
          }.run()
        )
        // On their way in one after the other: until then it is not among those that wait.
        while pool.waitingForMemoryCount < runs.count { await Task.yield() }
      }
      return runs
    }

    /// Whoever woke first was next: of thirty urgent jobs seven were let in behind one of low priority.
    @Test("The most urgent is next, though it became so while it waited, and of equals the first")
    func priorities() async throws {
      let pool = ImagePool(places: 5, memoryLimit: 100, measure: { 0 })
      let (gate, recorder) = (DispatchSemaphore(value: 0), Recorder())
      let holder = await hold(100, of: pool, until: gate)
      let sizes = [("low", 60), ("normal", 60), ("second", 60), ("urgent", 60)]
      let runs = try await waiting(for: sizes, in: pool, recorder)
      runs[0].priority = .low
      runs[3].priority = .veryHigh
      gate.signal()
      // The least urgent last: who waits for a run raises it to his own priority.
      for index in [3, 1, 2, 0] { try await runs[index].value }
      try await holder.value
      #expect(recorder.events == ["urgent", "normal", "second", "low"])
    }

    @Test(
      "A large one is not passed by small ones that would fit, and the next one follows one that gives up"
    )
    func large() async throws {
      let pool = ImagePool(places: 4, memoryLimit: 100, measure: { 0 })
      let (gate, recorder) = (DispatchSemaphore(value: 0), Recorder())
      let holder = await hold(50, of: pool, until: gate)
      let runs = try await waiting(for: [("large", 90), ("small", 10)], in: pool, recorder)
      #expect(recorder.events.isEmpty && pool.reservedBytes == 50)
      runs[0].cancel()
      try await runs[1].value
      #expect(recorder.events == ["small"])
      gate.signal()
      try await holder.value
      #expect(pool.waitingForMemoryCount == 0)
    }

    @Test("The memory that is allowed may become more while they wait")
    func more() async throws {
      let pool = ImagePool(places: 2, memoryLimit: 100, measure: { 0 })
      let (gate, recorder) = (DispatchSemaphore(value: 0), Recorder())
      let holder = await hold(60, of: pool, until: gate)
      let runs = try await waiting(for: [("large", 90)], in: pool, recorder)
      pool.memoryLimit = 150
      try await runs[0].value
      gate.signal()
      try await holder.value
    }
  }
}
