import CVipsShim
import Errands
import Foundation
import Testing

@testable import ErrandsImages

extension Images {
  @Suite("What a pool allows", .timeLimit(.minutes(1)))
  struct PoolLimitsTests {
    /// A job of the pool that holds its place until the gate opens.
    private func hold(_ pool: ImagePool, until gate: DispatchSemaphore) async -> Run<Void> {
      let (begun, begin) = AsyncStream<Void>.makeStream()
      let run = pool.errand("holder") { _ in
        begin.finish()
        gate.wait()
      }.run()
      for await _ in begun {}
      return run
    }

    @Test("What waits goes by its priority, which may change while it waits")
    func priorities() async throws {
      let pool = ImagePool(places: 1)
      let gate = DispatchSemaphore(value: 0)
      let holder = await hold(pool, until: gate)
      let recorder = Recorder()
      let runs = ["first", "urgent", "late"].map { name in
        pool.errand(name) { _ in recorder.record(name) }.run()
      }
      runs[1].priority = .high
      runs[2].priority = .veryHigh
      #expect(pool.waitingCount == 3)
      gate.signal()
      for run in runs { try await run.value }
      try await holder.value
      #expect(recorder.events == ["late", "urgent", "first"])
    }

    @Test("One more than may wait is refused with a sentence, and those that wait are not")
    func bound() async throws {
      let pool = ImagePool(places: 1, waitingLimit: 2)
      let gate = DispatchSemaphore(value: 0)
      let holder = await hold(pool, until: gate)
      let waiting = (0..<2).map { number in pool.errand("waiting") { _ in number }.run() }
      await #expect(throws: ImageError.tooManyWaiting(limit: 2)) { try await pool.run { _ in } }
      waiting[0].cancel()
      // One has left, so one may come.
      let next = pool.errand("next") { _ in 7 }.run()
      gate.signal()
      #expect(try await waiting[1].value == 1)
      #expect(try await next.value == 7)
      try await holder.value
    }

    @Test("A place is held until the thread is free, though the run was cancelled long before")
    func cancelledHolder() async throws {
      // An encoder that cannot be stopped would otherwise leave its place to one more thread with every cancellation.
      let pool = ImagePool(places: 1)
      let gate = DispatchSemaphore(value: 0)
      let holder = await hold(pool, until: gate)
      holder.cancel()
      await #expect(throws: CancellationError.self) { try await holder.value }
      let next = pool.errand("next") { _ in 7 }.run()
      #expect(pool.runningCount == 1)
      #expect(pool.waitingCount == 1)
      gate.signal()
      #expect(try await next.value == 7)
    }

    /// It was called in the job's place: an image that waited for another one, by blocking, waited for ever.
    @Test("What is called with an outcome has neither the place nor the memory of its job")
    func handlers() async throws {
      let pool = ImagePool(places: 1, waitingLimit: 1)
      let gate = DispatchSemaphore(value: 0)
      let blocking = pool.errand("image") { try $0.reserve(1_000) }.map { gate.wait() }.run()
      #expect(try await pool.run { _ in pool.reservedBytes } == 0)
      #expect(blocking.outcome == nil)
      gate.signal()
      try await blocking.value
    }

    /// Each frame was looked at by itself, and fitted.
    @Test("An animation whose frames do not fit together is refused before the first is drawn")
    func animation() async throws {
      let pool = ImagePool(places: 1, memoryLimit: 20_000_000, measure: { 0 })
      let frame = ImageRenderer.Frame(svg: "not drawn", delay: .milliseconds(80))
      await #expect(throws: ImageError.tooMuchMemory(needed: 44_000_000, limit: 20_000_000)) {
        try await pool.run { job in
          try ImageRenderer.draw(Array(repeating: frame, count: 10), width: 1_000, height: 1_000, job)
        }
      }
    }

    @Test("Where none may wait, one has a place all the same")
    func noneWaits() async throws {
      let pool = ImagePool(places: 1, waitingLimit: 0)
      #expect(try await pool.run { _ in 7 } == 7)
      let gate = DispatchSemaphore(value: 0)
      let holder = await hold(pool, until: gate)
      await #expect(throws: ImageError.tooManyWaiting(limit: 0)) { try await pool.run { _ in } }
      gate.signal()
      try await holder.value
    }

    @Test("A job that takes too long is stopped, and says so")
    func time() async throws {
      let pool = ImagePool(places: 1)
      let recorder = Recorder()
      await #expect(throws: ImageError.tooLong(limit: .milliseconds(5))) {
        try await pool.run(within: .milliseconds(5)) { job in
          while true { try job.check() }
        }
      }
      // By the library's own loop, too: a blur of a picture that is kept.
      let picture = try await ImageRenderer.render(svg: Drawings.poster, width: 2_000, height: 2_000)
      await #expect(throws: ImageError.tooLong(limit: .milliseconds(5))) {
        try await pool.run(within: .milliseconds(5)) { job in
          for _ in 0..<1_000 {
            _ = try ImagePipeline([.blur(sigma: 90)], job: job).reel(of: picture).computed(job)
          }
          recorder.record("ended")
        }
      }
      try await pool.becomeIdle()
      #expect(recorder.events.isEmpty)
      #expect(try await pool.run(within: .seconds(50)) { _ in 3 } == 3)
    }

    @Test("The limit of time is the file's own, and is told with its sentence")
    func limitOfFile() async throws {
      let side = 3_000
      let file = try await ImageRenderer.render(svg: Drawings.poster, width: side, height: side).encoded(
        as: .png
      )
      await #expect(throws: ImageError.tooLong(limit: .nanoseconds(1))) {
        try await Picture(
          decoding: file,
          by: [.blur(sigma: 100)],
          limits: ImageLimits(time: .nanoseconds(1))
        )
      }
    }

    @Test("Bytes of a file beyond the limit are refused unread")
    func bytes() async throws {
      await #expect(throws: ImageError.tooManyBytes(11, limit: 10)) {
        try await Picture(decoding: Data(count: 11), limits: ImageLimits(bytes: 10))
      }
      await #expect(throws: ImageError.tooManyBytes(11, limit: 10)) {
        try await Picture.previewing(Data(count: 11), limits: ImageLimits(bytes: 10)).value()
      }
    }
  }

  @Suite("The memory of all jobs", .timeLimit(.minutes(1)))
  struct MemoryBudgetTests {
    @Test("A job waits until others have given back, in the order in which they do")
    func waits() async throws {
      let pool = ImagePool(places: 3, memoryLimit: 1_000, measure: { 0 })
      let (gate, recorder) = (DispatchSemaphore(value: 0), Recorder())
      let (begun, begin) = AsyncStream<Void>.makeStream()
      let first = pool.errand("first") { job in
        try job.reserve(700)
        begin.finish()
        gate.wait()
        recorder.record("first")
      }.run()
      for await _ in begun {}
      let small = pool.errand("small") { job in try job.reserve(300) }.run()
      try await small.value
      let second = pool.errand("second") { job in
        recorder.record("asks")
        try job.reserve(301)
        recorder.record("second")
      }.run()
      while pool.waitingForMemoryCount < 1 {
        try Task.checkCancellation()
        await Task.yield()
      }
      #expect(pool.reservedBytes == 700)
      #expect(recorder.events == ["asks"])
      gate.signal()
      try await second.value
      try await first.value
      try await pool.becomeIdle()
      #expect(recorder.events.last == "second")
      #expect(pool.reservedBytes == 0)
    }

    @Test("The time that it waits for memory is not the job's")
    func waitingTime() async throws {
      // Of fifty large images the last ones were told that they had taken too long, before they had begun.
      let pool = ImagePool(places: 2, memoryLimit: 1_000, measure: { 0 })
      let gate = DispatchSemaphore(value: 0)
      let (begun, begin) = AsyncStream<Void>.makeStream()
      let holder = pool.errand("holder") { job in
        try job.reserve(900)
        begin.finish()
        gate.wait()
      }.run()
      for await _ in begun {}
      let waiting = pool.errand("waiting", within: .milliseconds(300)) { job in try job.reserve(200) }.run()
      // Another one's limit passes meanwhile, by the same clock.
      await #expect(throws: ImageError.tooLong(limit: .milliseconds(310))) {
        try await ImagePool(places: 1).run(within: .milliseconds(310)) { job in
          while true { try job.check() }
        }
      }
      #expect(waiting.outcome == nil)
      gate.signal()
      try await waiting.value
      try await holder.value
    }

    @Test("What can never fit is refused with a sentence")
    func never() async throws {
      let pool = ImagePool(places: 1, memoryLimit: 1_000, measure: { 0 })
      await #expect(throws: ImageError.tooMuchMemory(needed: 1_001, limit: 1_000)) {
        try await pool.run { try $0.reserve(1_001) }
      }
      pool.memoryLimit = 2_000
      try await pool.run { try $0.reserve(1_001) }
    }

    @Test("A job that waits for memory is cancelled at once")
    func cancelled() async throws {
      let pool = ImagePool(places: 2, memoryLimit: 1_000, measure: { 0 })
      let gate = DispatchSemaphore(value: 0)
      let (begun, begin) = AsyncStream<Void>.makeStream()
      let holder = pool.errand("holder") { job in
        try job.reserve(900)
        begin.finish()
        gate.wait()
      }.run()
      for await _ in begun {}
      let waiting = pool.errand("waiting") { try $0.reserve(200) }.run()
      waiting.cancel()
      await #expect(throws: CancellationError.self) { try await waiting.value }
      // Its thread and its place are free again, though the holder holds on.
      #expect(try await pool.run { _ in 5 } == 5)
      gate.signal()
      try await holder.value
    }

    @Test("A thread that waits for memory looks up when its job is stopped")
    func stopped() async throws {
      let (looked, look) = AsyncStream<Void>.makeStream()
      // Asked for within the lock, in which it then waits.
      let budget = MemoryBudget(limit: 1_000) {
        look.yield()
        return 0
      }
      try budget.reserve(900, for: ImageJob(budget: budget), isFirst: true)
      let job = ImageJob(budget: budget)
      let (ends, end) = AsyncStream<Bool>.makeStream()
      Thread {
        do { try job.reserve(200) } catch { end.yield(error is CancellationError) }
        end.finish()
      }.start()
      for await _ in looked { break }
      job.interrupt()
      var ended: [Bool] = []
      for await isCancelled in ends { ended.append(isCancelled) }
      #expect(ended == [true])
    }

    @Test("Pictures that the application holds count, and a job that is alone is let in all the same")
    func measured() async throws {
      let held = Lock(5_000)
      let (looked, look) = AsyncStream<Void>.makeStream()
      // Asked for within the lock, in which it then waits.
      let budget = MemoryBudget(limit: 1_000) {
        look.yield()
        return held.withLock { $0 }
      }
      try ImageJob(budget: budget).reserve(400)
      let (ends, end) = AsyncStream<Void>.makeStream()
      Thread {
        try? ImageJob(budget: budget).reserve(600)
        end.finish()
      }.start()
      for await _ in looked { break }
      #expect(budget.reserved == 400)
      held.withLock { $0 = 400 }
      budget.wake()
      for await _ in ends {}
      #expect(budget.reserved == 1_000)
      budget.release(600)
      budget.release(400)
      #expect(budget.reserved == 0)
    }

    @Test("An image with transparency is known to need more lines at hand, and those are counted")
    func transparency() async throws {
      // Fifty of them at once took two gigabytes where 256 megabytes were allowed: only pixels in memory were counted.
      let (opaque, open) = try await (
        ImageRenderer.render(svg: Drawings.poster, width: 3_000, height: 2_000).encoded(as: .png),
        ImageRenderer.render(svg: Drawings.disc, width: 3_000, height: 2_000).encoded(as: .png)
      )
      let pool = ImagePool(places: 1, memoryLimit: 50_000_000, measure: { 0 })
      let recipe: ImageRecipe = [.resize(width: 100)]
      let small = ImageFile.rendering(opaque, by: recipe, as: .jpeg(), limits: ImageLimits(), in: pool)
      #expect(try await small.value().info.width == 100)
      let error = await #expect(throws: ImageError.self) {
        try await ImageFile.rendering(open, by: recipe, as: .jpeg(), limits: ImageLimits(), in: pool).value()
      }
      guard case .tooMuchMemory(let needed, limit: 50_000_000)? = error else {
        Issue.record("expected too much memory, got \(String(describing: error))")
        return
      }
      #expect((60_000_000...90_000_000).contains(needed))
    }

    @Test("What is changed or written in memory holds to the budget, too")
    func pictures() async throws {
      let former = ImagePool.shared.memoryLimit
      defer { ImagePool.shared.memoryLimit = former }
      let picture = try await ImageRenderer.render(svg: Drawings.poster, width: 1_000, height: 1_000)
      ImagePool.shared.memoryLimit = 7_999_999
      await #expect(throws: ImageError.tooMuchMemory(needed: 8_000_000, limit: 7_999_999)) {
        try await picture.applying([.mono])
      }
      await #expect(throws: ImageError.tooMuchMemory(needed: 16_000_000, limit: 7_999_999)) {
        try await picture.encoded(as: .avif())
      }
      await #expect(throws: ImageError.tooMuchMemory(needed: 8_000_000, limit: 7_999_999)) {
        try await ImageRenderer.render(svg: Drawings.poster, width: 1_000, height: 1_000)
      }
      // What goes line by line needs none.
      #expect(try await picture.encoded(as: .jpeg()).count > 1_000)
    }

    @Test("Fifty large images at once are computed one after another, within the budget")
    func crowd() async throws {
      let file = try await ImageRenderer.render(svg: Drawings.poster, width: 2_000, height: 2_000)
        .encoded(as: .webp(quality: 30))
      try await ImagePool.shared.becomeIdle()
      try await ImageMemory.returns(to: 0)
      let pool = ImagePool(places: 8, memoryLimit: 100_000_000)
      let most = Lock(0)
      let runs = (0..<50).map { _ in
        ImageFile.rendering(file, by: [.blur(sigma: 1)], as: .jpeg(), limits: ImageLimits(), in: pool).map {
          file in
          most.withLock { $0 = max($0, ImageMemory.bytesInUse) }
          return file.info.width
        }.run()
      }
      for run in runs { #expect(try await run.value == 2_000) }
      #expect(most.withLock { $0 } <= 100_000_000)
      try await pool.becomeIdle()
      #expect(pool.reservedBytes == 0)
      // One of them alone would be too much for less.
      let small = ImagePool(places: 1, memoryLimit: 10_000_000, measure: { 0 })
      await #expect(throws: ImageError.self) {
        try await ImageFile.rendering(file, by: [], as: .jpeg(), limits: ImageLimits(), in: small).value()
      }
    }
  }
}
