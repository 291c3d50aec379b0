import CVipsShim
import Testing

@testable import ErrandsImages

extension Images {
  @Suite("Stopping a computation")
  struct ImageJobTests {
    private func idle() -> ImageJob { ImageJob(budget: MemoryBudget(limit: .max)) }

    private func picture(_ side: Int = 20) async throws -> VipsImage {
      try await ImageRenderer.render(svg: Drawings.poster, width: side, height: side).image
    }

    @Test("Without an interruption, the result and the error are the work's own")
    func undisturbed() async throws {
      let image = try await picture()
      #expect(try idle().whileWatching(image) { $0.width } == 20)
      #expect(throws: Failed.self) { try idle().whileWatching(image) { _ in throw Failed() } }
    }

    @Test("After an interruption, nothing begins")
    func before() async throws {
      let job = idle()
      job.interrupt()
      let recorder = Recorder()
      let image = try await picture()
      #expect(throws: CancellationError.self) {
        try job.whileWatching(image) { _ in recorder.record("begun") }
      }
      #expect(throws: CancellationError.self) { try job.check() }
      #expect(recorder.events.isEmpty)
    }

    @Test("An interruption during the work kills the image, and is not mistaken for a failure")
    func during() async throws {
      let job = idle()
      let recorder = Recorder()
      let view = try await picture().derived("copy", errands_vips_view)
      #expect(throws: CancellationError.self) {
        try job.whileWatching(view) { view in
          job.interrupt()
          defer { recorder.record("left") }
          let result = try view.derived("compute", errands_vips_compute)
          recorder.record("computed \(result.width)")
        }
      }
      #expect(recorder.events == ["left"])
    }

    @Test("A work that ends in spite of the interruption is cancelled all the same")
    func tooLate() async throws {
      let job = idle()
      let image = try await picture().derived("copy", errands_vips_view)
      #expect(throws: CancellationError.self) {
        try job.whileWatching(image) { _ in job.interrupt() }
      }
    }
  }
}
