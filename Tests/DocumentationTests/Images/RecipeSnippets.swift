import Errands
import ErrandsImages
import Foundation
import Testing

@Suite("The snippets about images", .timeLimit(.minutes(1)))
struct RecipeSnippets {
  private static let drawing =
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><circle cx='4' cy='4' r='3' fill='#c04'/></svg>"

  private var drawn: Picture {
    get async throws { try await ImageRenderer.render(svg: Self.drawing, width: 600, height: 400) }
  }

  @Test("make another file by a recipe")
  func recipe() async throws {
    let bytes = try await drawn.encoded(as: .jpeg())
    let recipe: ImageRecipe = [.resize(width: 300, height: 200), .sepia, .roundedCorners(radius: 12)]
    let file = try await ImageFile(rendering: bytes, by: recipe, as: .webp())
    #expect((file.info.width, file.info.height) == (300, 200))
  }

  @Test("make a cover, and say what it is")
  func cover() async throws {
    let bytes = try await drawn.encoded(as: .jpeg())
    let print: (Int, Int) -> Void = { width, count in
      #expect(width == 300)
      #expect(count > 100)
    }
    let cover = try await ImageFile(rendering: bytes, by: [.resize(width: 300, height: 300)], as: .webp())
    print(cover.info.width, cover.bytes.count)
  }

  @Test("decode, change and write a picture")
  func picture() async throws {
    let bytes = try await drawn.encoded(as: .jpeg())
    let picture = try await Picture(decoding: bytes)
    let small = try await picture.applying([.resize(width: 300, height: 200), .mono])
    let file = try await small.encoded(as: .webp())
    #expect(try await ImageInfo(reading: file).width == 300)
  }

  @Test("decode a thumbnail")
  func thumbnail() async throws {
    let bytes = try await drawn.encoded(as: .jpeg())
    let thumbnail = try await Picture(decoding: bytes, by: [.resize(width: 300, height: 200)])
    #expect(thumbnail.height == 200)
  }

  @Test("filter a picture, and sign it")
  func filters() async throws {
    let picture = try await drawn
    let old = try await picture.applying([.resize(width: 300), .sepia, .blur(sigma: 4)])
    #expect(old.width == 300)
    let credit = ImageOverlay(.text("© Errands", size: 18), place: .bottomRight, margin: 8, opacity: 0.8)
    let signed = try await picture.applying([.overlay(credit)])
    #expect(signed.width == 600)
  }

  @Test("play it backwards")
  func frames() async throws {
    let picture = try Picture(frames: [.init(try await drawn, delay: .milliseconds(80))])
    let reversed = try Picture(frames: picture.frames().reversed())
    #expect(reversed.frameCount == 1)
  }

  @Test("hold all images to a share of the memory")
  func pool() {
    let former = ImagePool.shared.memoryLimit
    defer { ImagePool.shared.memoryLimit = former }
    ImagePool.shared.memoryLimit = 256_000_000
    #expect(ImagePool.shared.memoryLimit == 256_000_000)
  }
}
