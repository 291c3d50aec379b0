import ErrandsImages
import Foundation
import Testing

@testable import GalleryUpstream

@Suite("The studio that draws GIFs", .timeLimit(.minutes(2)))
struct GIFStudioTests {
  private let catalogue = GIFCatalogue(seed: 1)

  @Test("A file has the size, the frames and the bytes that were promised", arguments: GIFFile.allCases)
  func promises(file: GIFFile) async throws {
    let rendition = GIFRendition(gif: catalogue.gifs[0], file: file)
    let bytes = try await GIFStudio().file(rendition).data
    let info = try await ImageInfo(reading: bytes)
    let size = rendition.size
    #expect(bytes.count == rendition.byteCount)
    #expect(
      info
        == ImageInfo(format: .gif, width: size.width, height: size.height, frames: rendition.frameCount)
    )
  }

  /// A search promises sizes before anything is drawn. Were a motif to draw more than its `detail` allows, its
  /// files would be longer than that; the smallest ones come nearest to it, and the still ones are quickest.
  @Test("Every motif stays within its promise", arguments: GIFSubject.all.indices)
  func room(subject: Int) async throws {
    for round in 0..<3 {
      let gif = catalogue.gifs[subject + round * GIFSubject.all.count]
      for file in [GIFFile.originalStill, .preview] {
        let rendition = GIFRendition(gif: gif, file: file)
        #expect(try await GIFStudio().file(rendition).count == rendition.byteCount, "\(gif.title)")
      }
    }
  }

  @Test("Sides follow the shape, as with Giphy's own")
  func sides() {
    func sides(_ file: GIFFile, _ width: Int, _ height: Int) -> [Int] {
      let size = file.size(of: .init(width: width, height: height))
      return [size.width, size.height]
    }
    #expect(sides(.original, 480, 270) == [480, 270])
    #expect(sides(.height200, 265, 199) == [266, 200])
    #expect(sides(.width200, 265, 199) == [200, 150])
    #expect(sides(.height100Still, 265, 199) == [133, 100])
    #expect(sides(.width100, 265, 199) == [100, 75])
    #expect(GIFFile.height200Downsampled.frameCount(of: 24) == 6)
    #expect(GIFFile.originalStill.frameCount(of: 24) == 1)
    #expect(GIFFile.width100.frameCount(of: 24) == 24)
  }

  @Test("The same file is drawn once, and equal in every studio")
  func once() async throws {
    let rendition = GIFRendition(gif: catalogue.gifs[3], file: .width100Still)
    let studio = GIFStudio()
    let files = try await withThrowingTaskGroup(of: Data.self) { group in
      for _ in 0..<20 { group.addTask { try await studio.file(rendition).data } }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(files == [try await GIFStudio().file(rendition).data])
    #expect(await studio.cache.drawingsEver == 1)
  }

  @Test("A studio remembers no more than it may")
  func bounded() async throws {
    let studio = GIFStudio(limit: 5000)
    for gif in catalogue.gifs.prefix(6) {
      _ = try await studio.file(GIFRendition(gif: gif, file: .width100Still))
    }
    let remembered = await studio.cache.rememberedBytes
    #expect(remembered > 0 && remembered <= 5000)
  }
}
