import ErrandsImages
import Foundation
import Testing

@testable import GalleryUpstream

@Suite("The studio that draws photos", .timeLimit(.minutes(1)))
struct PhotoStudioTests {
  private func route(_ number: Int, _ ending: String = "jpg", width: Int = 32) throws -> PhotoRoute {
    try #require(try PhotoRoute(path: "/photos/\(number).\(ending)", query: "width=\(width)"))
  }

  @Test("A photo is an image of the format and size that was asked for", arguments: ["jpg", "png", "webp"])
  func formats(ending: String) async throws {
    let studio = PhotoStudio(seed: 1)
    let bytes = try await studio.photo(route(5, ending, width: 48)).data
    let info = try await ImageInfo(reading: bytes)
    #expect(info.format.fileExtension == ending)
    let shape = PhotoScene(number: 5, seed: 1).shape
    #expect((info.width, info.height) == (48, 48 * shape.height / shape.width))
  }

  @Test("The same seed draws the same bytes, another seed others")
  func seeds() async throws {
    let photos = try await [1, 1, 2].map { PhotoStudio(seed: $0) }
      .asyncMap { try await $0.photo(route(3)).data }
    #expect(photos[0] == photos[1])
    #expect(photos[1] != photos[2])
  }

  @Test("Those who ask for the same photo at the same time share one drawing, which is remembered")
  func shared() async throws {
    let studio = PhotoStudio(seed: 1)
    let route = try route(1)
    let photos = try await withThrowingTaskGroup(of: Data.self) { group in
      for _ in 0..<50 { group.addTask { try await studio.photo(route).data } }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(photos.count == 1)
    #expect(await studio.cache.drawingsEver == 1)
    _ = try await studio.photo(route)
    #expect(await studio.cache.drawingsEver == 1)
  }

  @Test("No more is remembered than the limit, and the oldest is forgotten first")
  func limit() async throws {
    let one = try await PhotoStudio(seed: 1).photo(route(0)).count
    let studio = PhotoStudio(seed: 1, limit: one * 4)
    for number in 0..<20 {
      _ = try await studio.photo(route(number))
      #expect(await studio.cache.rememberedBytes <= one * 4)
    }
    _ = try await studio.photo(route(19))
    #expect(await studio.cache.drawingsEver == 20)
    _ = try await studio.photo(route(0))
    #expect(await studio.cache.drawingsEver == 21)
  }

  @Test("What is larger than the limit is drawn and not remembered")
  func tooLarge() async throws {
    let studio = PhotoStudio(seed: 1, limit: 10)
    _ = try await studio.photo(route(1))
    _ = try await studio.photo(route(1))
    #expect(await studio.cache.drawingsEver == 2)
    #expect(await studio.cache.rememberedBytes == 0)
  }
}

extension Array {
  fileprivate func asyncMap<Other>(_ transform: (Element) async throws -> Other) async rethrows -> [Other] {
    var others: [Other] = []
    for element in self { others.append(try await transform(element)) }
    return others
  }
}
