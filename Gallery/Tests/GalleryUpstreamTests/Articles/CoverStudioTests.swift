import ErrandsImages
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

@testable import GalleryUpstream

@Suite("The studio that draws covers", .timeLimit(.minutes(1)))
struct CoverStudioTests {
  @Test("A cover is a JPEG of the size that the article says, and of the weight of a real one")
  func cover() async throws {
    let studio = CoverStudio(seed: 1)
    for index in 0..<6 {
      let bytes = try await studio.cover(index).data
      let info = try await ImageInfo(reading: bytes)
      #expect(info == ImageInfo(format: .jpeg, width: 1200, height: 800))
      #expect((40_000...200_000).contains(bytes.count))
    }
  }

  @Test("The same seed draws the same bytes, another seed others")
  func seeds() async throws {
    let cover = try await CoverStudio(seed: 1).cover(3).data
    #expect(try await CoverStudio(seed: 1).cover(3).data == cover)
    #expect(try await CoverStudio(seed: 2).cover(3).data != cover)
  }

  @Test("A cover is drawn once and remembered, up to the limit")
  func remembered() async throws {
    let studio = CoverStudio(seed: 1)
    #expect(try await studio.cover(1).data == studio.cover(1).data)
    #expect(await studio.cache.drawingsEver == 1)
    let small = CoverStudio(seed: 1, limit: 1)
    _ = try await small.cover(1)
    _ = try await small.cover(1)
    #expect(await small.cache.drawingsEver == 2)
  }

  /// A shared drawing goes on when whoever asked leaves, and somebody who scrolled past a thousand covers would
  /// have had the machine draw all of them.
  @Test("A drawing that nobody waits for any more is not remembered, since it never came to its end")
  func left() async throws {
    let cache = DrawingCache<Int>(limit: 100)
    let (begun, never) = (Gate(), Gate())
    let asking = Task {
      try await cache.file(1) {
        begun.open()
        try await never.wait()
        return ServedFile([1])
      } as ServedFile
    }
    asking.cancel()
    let leaving = Task {
      try await cache.file(
        2,
        whileWanted: {
          begun.open()
          try await never.wait()
          return ServedFile([2])
        }
      )
    }
    try await begun.wait()
    leaving.cancel()
    await #expect(throws: CancellationError.self) { try await leaving.value }
    #expect(await cache.rememberedBytes == 0)
    never.open()
    #expect(try await asking.value.data == Data([1]))
  }
}
