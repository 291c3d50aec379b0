import Foundation
import Testing

@testable import ErrandsImages

extension Images {
  @Suite("Pictures that move")
  struct FramesTests {
    private func frames(_ delays: [Int]) -> [ImageRenderer.Frame] {
      delays.enumerated().map { index, delay in
        let disc = ##"<circle cx="\##(10 + index * 9)" cy="50" r="9" fill="#c02040"/>"##
        let ground = ##"<rect width="100" height="100" fill="#fff"/>"##
        return .init(svg: Drawings.svg(ground + disc), delay: .milliseconds(delay))
      }
    }

    @Test("A GIF has every frame, each for its own time, and plays without end")
    func gif() async throws {
      let delays = [80, 10, 250, 655_350, 1000]
      let animation = try await ImageRenderer.render(frames: frames(delays), width: 60, height: 40)
      #expect((animation.width, animation.height, animation.frameCount) == (60, 40, 5))
      #expect(!animation.hasAlpha)
      let reader = GIFReader(try await animation.encoded(as: .gif()))
      #expect((reader.width, reader.height, reader.frameCount) == (60, 40, 5))
      #expect(reader.delays == [8, 1, 25, 65_535, 100])
      #expect(reader.loops == 0)
      #expect(reader.isWhole)
    }

    @Test(
      "What was written is read back as so many frames of one size",
      arguments: [ImageEncoding.gif(), .gif(colours: 16), .webp()]
    )
    func roundTrip(encoding: ImageEncoding) async throws {
      let animation = try await ImageRenderer.render(
        frames: frames(Array(repeating: 40, count: 9)),
        width: 61,
        height: 37
      )
      let bytes = try await animation.encoded(as: encoding)
      let info = try await ImageInfo(reading: bytes)
      #expect(info == ImageInfo(format: encoding.format, width: 61, height: 37, frames: 9))
      #expect(!encoding.format.lacksEnd(bytes))
      #expect(encoding.format.lacksEnd(bytes.prefix(bytes.count / 2)))
      #expect(try await animation.encoded(as: encoding) == bytes)
    }

    @Test("A single frame is a still image")
    func single() async throws {
      let animation = try await ImageRenderer.render(frames: frames([100]), width: 20, height: 20)
      let info = try await ImageInfo(reading: try await animation.encoded(as: .gif()))
      #expect(info == ImageInfo(format: .gif, width: 20, height: 20, frames: 1))
    }

    @Test("The frames are drawn as each alone would be")
    func pixels() async throws {
      let frames = frames([50, 50, 50])
      let animation = try await ImageRenderer.render(frames: frames, width: 30, height: 30)
      let pictures = try await [0, 1, 2].asyncMap {
        try await ImageRenderer.render(svg: frames[$0].svg, width: 30, height: 30)
      }
      let built = try Picture(frames: pictures.map { .init($0, delay: .milliseconds(50)) })
      let bytes = try await animation.encoded(as: .webp())
      #expect(try await built.encoded(as: .webp()) == bytes)
      let reversed = try Picture(
        frames: pictures.reversed().map { .init($0, delay: .milliseconds(50)) }
      )
      #expect(try await reversed.encoded(as: .webp()) != bytes)
    }

    /// How high a frame of the animation is stayed with what was made of it: it was cut in half, and written as an animation
    /// of its halves.
    @Test("A frame of an animation is a picture of its own, also where it is made larger")
    func enlarged() async throws {
      let animation = try await ImageRenderer.render(frames: frames([50, 70]), width: 30, height: 20)
      let recipe: ImageRecipe = [.resize(width: 60, height: 40)]
      let first = try await animation.frames()[0].picture.applying(recipe)
      let still = try await animation.applying(ImageRecipe(recipe.filters, isStill: true))
      for picture in [first, still] {
        #expect((picture.width, picture.height, picture.frameCount) == (60, 40, 1))
        #expect(try picture.pixels().bytes.count == 60 * 40 * 3)
        for encoding in [ImageEncoding.webp(), .gif()] {
          let info = try await ImageInfo(reading: try await picture.encoded(as: encoding))
          #expect(info == ImageInfo(format: encoding.format, width: 60, height: 40))
        }
      }
      let larger = try await animation.frames().asyncMap {
        Picture.Frame(try await $0.picture.applying(recipe), delay: $0.delay)
      }
      let whole = try Picture(frames: larger)
      #expect((whole.width, whole.height, whole.frameCount) == (60, 40, 2))
      #expect(try whole.pixels(ofFrame: 1) == larger[1].picture.pixels())
      #expect(try whole.pixels() == (try await animation.applying(recipe)).pixels())
    }

    @Test("One transparent frame among opaque ones makes the animation transparent")
    func mixedAlpha() async throws {
      // The library joins only images with equally many bands.
      let frames = [Drawings.poster, Drawings.disc, Drawings.poster].map {
        ImageRenderer.Frame(svg: $0, delay: .milliseconds(100))
      }
      let animation = try await ImageRenderer.render(frames: frames, width: 32, height: 32)
      #expect(animation.hasAlpha)
      #expect(GIFReader(try await animation.encoded(as: .gif())).frameCount == 3)
    }

    @Test("Fewer colours make smaller files", arguments: [(256, 256), (255, 128), (64, 64), (2, 2)])
    func colours(allowed: Int, most: Int) async throws {
      let frame = ImageRenderer.Frame(svg: Drawings.poster, delay: .milliseconds(100))
      let animation = try await ImageRenderer.render(frames: [frame, frame], width: 90, height: 90)
      let bytes = try await animation.encoded(as: .gif(colours: allowed))
      #expect(GIFReader(bytes).mostColours <= most)
      #expect(try await bytes.count <= animation.encoded(as: .gif()).count)
    }

    @Test("A number of colours below 2 or above 256 is refused", arguments: [Int.min, 0, 1, 257])
    func impossibleColours(colours: Int) async throws {
      let animation = try await ImageRenderer.render(frames: frames([100]), width: 8, height: 8)
      let refusal = ImageError.valueOutOfRange("number of colours", Double(colours), allowed: 2...256)
      await #expect(throws: refusal) {
        try await animation.encoded(as: .gif(colours: colours))
      }
      await #expect(throws: ImageError.valueOutOfRange("quality", Double(0), allowed: 1...100)) {
        try await animation.encoded(as: .webp(quality: 0))
      }
    }

    @Test("No frame, frames of two sizes, and impossible times are refused")
    func refused() async throws {
      await #expect(throws: ImageError.noFrames) {
        try await ImageRenderer.render(frames: [], width: 9, height: 9)
      }
      let (small, large) = try await (
        ImageRenderer.render(svg: Drawings.poster, width: 9, height: 9),
        ImageRenderer.render(svg: Drawings.poster, width: 9, height: 10)
      )
      #expect(throws: ImageError.unequalFrames(index: 1, width: 9, height: 10)) {
        try Picture(frames: [small, large].map { .init($0, delay: .milliseconds(90)) })
      }
      for delay in [Duration.zero, .milliseconds(9), .milliseconds(655_351), .milliseconds(-100)] {
        #expect(throws: ImageError.delayOutOfRange(delay)) {
          try Picture(frames: [.init(small, delay: delay)])
        }
      }
    }

    @Test("A long animation of low frames is within WebP's limit, since it is a frame that counts")
    func webpLimit() async throws {
      let frame = ImageRenderer.Frame(svg: Drawings.poster, delay: .milliseconds(20))
      let frames = Array(repeating: frame, count: 90)
      let animation = try await ImageRenderer.render(frames: frames, width: 8, height: 200)
      // 18,000 pixels one below the other.
      let info = try await ImageInfo(reading: try await animation.encoded(as: .webp(quality: 10)))
      #expect((info.width, info.height) == (8, 200))
    }

    @Test("Interrupted between two frames, no further one is drawn")
    func cancelled() async throws {
      let drawings = frames([50, 50]).map(\.svg)
      let job = ImageJob(budget: MemoryBudget(limit: .max))
      _ = try ImageRenderer.draw(drawings[0], width: 10, height: 10, job)
      job.interrupt()
      #expect(throws: CancellationError.self) {
        try ImageRenderer.draw(drawings[1], width: 10, height: 10, job)
      }
    }

    @Test("Interrupting one writer leaves the animation whole for others")
    func interruptedWriter() async throws {
      let animation = try await ImageRenderer.render(frames: frames([50, 50]), width: 40, height: 40)
      let whole = try await animation.encoded(as: .gif())
      let job = ImageJob(budget: MemoryBudget(limit: .max))
      job.interrupt()
      #expect(throws: CancellationError.self) { try animation.encoded(as: .gif(), job) }
      #expect(try await animation.encoded(as: .gif()) == whole)
    }

    @Test("A hundred animations leave no memory behind")
    func flatMemory() async throws {
      try await ImagePool.shared.becomeIdle()
      let before = Vips.memoryInUse
      for _ in 0..<100 {
        let animation = try await ImageRenderer.render(frames: frames([50, 50, 50]), width: 16, height: 16)
        _ = try await animation.encoded(as: .gif(colours: 8))
      }
      try await ImagePool.shared.becomeIdle()
      // Less, where what another test has let go of was freed meanwhile.
      #expect(Vips.memoryInUse <= before)
    }
  }
}

extension Array {
  fileprivate func asyncMap<Other>(_ transform: (Element) async throws -> Other) async rethrows -> [Other] {
    var others: [Other] = []
    for element in self { others.append(try await transform(element)) }
    return others
  }
}
