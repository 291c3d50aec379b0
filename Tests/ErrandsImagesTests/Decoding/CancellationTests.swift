import CVipsShim
import Foundation
import Testing

@testable import ErrandsImages

extension Images {
  @Suite("Decoding and filters that are no longer wanted", .timeLimit(.minutes(1)))
  struct CancellationTests {
    /// What the pixels of a picture are being computed for: whoever does so says when, and how it ended.
    private struct Computing: Sendable {
      let job: ImageJob
      let begun: AsyncStream<Void>.Continuation
      let recorder: Recorder

      /// As ``Reel/computed(_:)`` does it.
      func callAsFunction(_ reel: Reel) throws {
        for frame in reel.frames {
          _ = try job.whileWatching(frame) { frame in
            begun.finish()
            do {
              _ = try frame.derived("computing", errands_vips_compute)
            } catch {
              recorder.record("stopped")
              throw error
            }
          }
        }
      }
    }

    /// Cancels what `work` computes while that runs: the library stops in the middle of it, and all memory is given back.
    ///
    /// It is done again until the library itself has stopped: on a busy machine the cancellation comes when the picture is
    /// whole already. That every one ends as cancelled shows nothing, since a picture that is whole is thrown away, too.
    private func cancelHalfway(
      _ work: @escaping @Sendable (ImageJob, Computing) throws -> Void
    ) async throws {
      try await ImagePool.shared.becomeIdle()
      let before = ImageMemory.bytesInUse
      let recorder = Recorder()
      for _ in 0..<200 where recorder.events.isEmpty {
        let (begun, begin) = AsyncStream<Void>.makeStream()
        let task = Task {
          try await ImagePool.shared.run { job in
            try work(job, Computing(job: job, begun: begin, recorder: recorder))
          }
        }
        for await _ in begun {}
        task.cancel()
        let outcome = await task.result
        try await ImagePool.shared.becomeIdle()
        if case .failure(let error) = outcome { #expect(error is CancellationError) }
      }
      #expect(recorder.events == ["stopped"])
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
        try await cancelHalfway { job, compute in
          let pipeline = try ImagePipeline(recipe, job: job)
          try ImageDecoder.withDecoder(of: file, limits: ImageLimits()) { decoder in
            try compute(pipeline.reel(of: decoder, moves: false))
          }
        }
      }
      #expect(try await Picture(decoding: file).width == 1_500)
    }

    @Test("A blur that is cancelled half-way stops, and leaves the picture whole for others")
    func blurring() async throws {
      let picture = try await ImageRenderer.render(svg: Drawings.poster, width: 900, height: 900)
      let before = try await picture.encoded(as: .png)
      try await cancelHalfway { job, compute in
        try compute(ImagePipeline([.blur(sigma: 60)], job: job).reel(of: picture))
      }
      // The mark that stops a computation stays on the image that was marked. It must not be the picture.
      #expect(try await picture.encoded(as: .png) == before)
    }

    @Test("Between two frames an interruption is seen, though each frame is quick")
    func animation() async throws {
      let file = GIFBytes.animation(frames: 900)
      let job = ImageJob(budget: MemoryBudget(limit: .max))
      job.interrupt()
      // Without a reservation: that looks, too, before the first frame.
      let pipeline = try ImagePipeline([], reserves: false, job: job)
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
