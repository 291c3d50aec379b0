import Foundation
import Testing

@testable import ErrandsImages

extension Images {
  @Suite("The chunks of a WebP", .timeLimit(.minutes(1)))
  struct WebPOutlineTests {
    private func outline(_ file: Data) -> WebPOutline { file.withUnsafeBytes { WebPOutline(of: $0) } }

    @Test(
      "Size and frames are those of the file, of each kind of WebP",
      arguments: [(1, 1), (64, 48), (517, 33)]
    )
    func sizes(width: Int, height: Int) async throws {
      for svg in [Drawings.poster, Drawings.disc] {
        let file = try await ImageRenderer.render(svg: svg, width: width, height: height).encoded(as: .webp())
        let outline = outline(file)
        #expect(outline.size == ImageSize(width: width, height: height))
        #expect(outline.frames == 1)
      }
      let frames = [Drawings.poster, Drawings.disc, Drawings.quarters].map {
        ImageRenderer.Frame(svg: $0, delay: .milliseconds(50))
      }
      let file = try await ImageRenderer.render(frames: frames, width: width, height: height).encoded(
        as: .webp()
      )
      #expect(outline(file).size == ImageSize(width: width, height: height))
      #expect(outline(file).frames == 3)
      let lossless = HostileBytes.webp(width: 300, height: 7)
      #expect(outline(lossless).size == ImageSize(width: 300, height: 7))
    }

    @Test("Cut anywhere, nothing is read behind the end, and what says nothing has no size")
    func cut() async throws {
      let file = try await ImageRenderer.render(svg: Drawings.poster, width: 30, height: 20).encoded(
        as: .webp()
      )
      for count in 0..<min(60, file.count) { #expect(outline(file.prefix(count)).frames == 1) }
      let shell = Data("RIFF".utf8) + Data([4, 0, 0, 0]) + Data("WEBP".utf8)
      let error = await #expect(throws: ImageError.self) {
        try await Picture(decoding: shell, by: [.resize(width: 9, height: 9)])
      }
      guard case .unreadable(.webp, _) = error else {
        Issue.record("expected a damaged WebP, got \(String(describing: error))")
        return
      }
    }

    @Test("Too many frames are too many, and not too much memory")
    func frames() async throws {
      let frames = [Drawings.poster, Drawings.disc, Drawings.quarters].map {
        ImageRenderer.Frame(svg: $0, delay: .milliseconds(50))
      }
      let file = try await ImageRenderer.render(frames: frames, width: 90, height: 90).encoded(as: .webp())
      let pool = ImagePool(places: 1, memoryLimit: 1_000, measure: { 0 })
      let limits = ImageLimits(frames: 2)
      await #expect(throws: ImageError.tooManyFrames(limit: 2)) {
        try await ImageFile.rendering(file, by: [], as: .webp(), limits: limits, in: pool).value()
      }
    }

    @Test("A WebP that has to wait for memory has not been opened")
    func opened() async throws {
      // Opening makes room for a frame: of fifty that waited, fifty frames were there.
      let file = try await ImageRenderer.render(svg: Drawings.poster, width: 1_000, height: 1_000)
        .encoded(as: .webp())
      try await ImagePool.shared.becomeIdle()
      try await ImageMemory.returns(to: 0)
      let pool = ImagePool(places: 8, memoryLimit: 30_000_000, measure: { 0 })
      let (begun, begin) = AsyncStream<Void>.makeStream()
      let gate = DispatchSemaphore(value: 0)
      let holder = pool.errand("holder") { job in
        try job.reserve(29_000_000)
        begin.finish()
        gate.wait()
      }.run()
      for await _ in begun {}
      let waiting = (0..<7).map { _ in
        ImageFile.rendering(file, by: [], as: .jpeg(), limits: ImageLimits(), in: pool).run()
      }
      // Looked at before they had come so far, none of them had opened anything yet.
      while pool.waitingForMemoryCount < 7 {
        try Task.checkCancellation()
        await Task.yield()
      }
      // One more than there are places comes to its turn when one of them has left.
      let last = pool.errand("last") { _ in ImageMemory.bytesInUse }.run()
      waiting[0].cancel()
      #expect(try await last.value == 0)
      gate.signal()
      for run in waiting.dropFirst() { #expect(try await run.value.info.width == 1_000) }
      try await holder.value
    }
  }
}
