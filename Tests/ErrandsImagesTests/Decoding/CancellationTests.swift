import Foundation
import Testing

@testable import ErrandsImages

extension Images {
  @Suite("Decoding and filters that are no longer wanted", .timeLimit(.minutes(1)))
  struct CancellationTests {
    /// Cancels `work` while it runs; it must end as cancelled, and give all its memory back.
    ///
    /// The work is done again until it is stopped: on a busy machine the cancellation came when a picture was whole already.
    private func cancelHalfway<Value: Sendable>(
      _ work: @escaping @Sendable (ImageJob) throws -> Value
    ) async throws {
      try await ImagePool.shared.becomeIdle()
      let before = ImageMemory.bytesInUse
      let (begun, begunYield) = AsyncStream<Void>.makeStream()
      let recorder = Recorder()
      let task = Task {
        _ = try await ImagePool.shared.run { job in
          begunYield.finish()
          for _ in 0..<1_000 { _ = try work(job) }
          recorder.record("ended")
        }
      }
      for await _ in begun {}
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      try await ImagePool.shared.becomeIdle()
      #expect(recorder.events.isEmpty)
      try await ImageMemory.returns(to: before)
    }

    private func file(_ format: ImageFormat, _ side: Int) async throws -> Data {
      try await ImageRenderer.render(svg: Drawings.poster, width: side, height: side).encoded(
        as: .plain(format)
      )
    }

    @Test(
      "Decoding that is cancelled half-way stops, and gives its memory back",
      arguments: ImageFormat.tried
    )
    func decoding(format: ImageFormat) async throws {
      let file = try await file(format, 1_500)
      for recipe: ImageRecipe in [[], [.resize(width: 1_400, height: 1_400, fit: .contain)]] {
        try await cancelHalfway { job in
          let pipeline = try ImagePipeline(recipe, job: job)
          return try ImageDecoder.withDecoder(of: file, limits: ImageLimits()) { decoder in
            try pipeline.reel(of: decoder, moves: false).computed(job)
          }
        }
      }
      #expect(try await Picture(decoding: file).width == 1_500)
    }

    @Test("A blur that is cancelled half-way stops, and leaves the picture whole for others")
    func blurring() async throws {
      let picture = try await ImageRenderer.render(svg: Drawings.poster, width: 900, height: 900)
      let before = try await picture.encoded(as: .png)
      try await cancelHalfway { job in
        try ImagePipeline([.blur(sigma: 60)], job: job).reel(of: picture).computed(job)
      }
      // The mark that stops a computation stays on the image that was marked. It must not be the picture.
      #expect(try await picture.encoded(as: .png) == before)
    }

    @Test("Between two frames an interruption is seen, though each frame is quick")
    func animation() async throws {
      let file = GIFBytes.animation(frames: 900)
      let job = ImageJob(budget: MemoryBudget(limit: .max))
      job.interrupt()
      let pipeline = try ImagePipeline([], job: job)
      #expect(throws: CancellationError.self) {
        try ImageDecoder.withDecoder(of: file, limits: ImageLimits()) {
          try pipeline.reel(of: $0, moves: true)
        }
      }
    }

    @Test("Whoever is cancelled already gets no answer, and nothing is done")
    func before() async throws {
      let picture = try await ImageRenderer.render(svg: Drawings.poster, width: 9, height: 9)
      let animation = try Picture(frames: [.init(picture, delay: .milliseconds(50))])
      let file = try await picture.encoded(as: .png)
      let works: [@Sendable () async throws -> Int] = [
        { try await Picture(decoding: file).width },
        { try await Picture(decoding: file, by: [.resize(width: 2, height: 2)]).width },
        { try await Picture(decoding: file).width },
        { try await picture.resized(width: 3, height: 3).width },
        { try await picture.filtered(by: .sepia).width },
        { try await animation.resized(width: 3, height: 3).width },
        { try await animation.filtered(by: .sepia).width },
      ]
      for work in works {
        let task = Task {
          withUnsafeCurrentTask { $0?.cancel() }
          return try await work()
        }
        await #expect(throws: CancellationError.self) { try await task.value }
      }
    }
  }
}
