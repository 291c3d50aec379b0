import Testing

@testable import ErrandsLoading

@Suite("The names in one folder")
struct FileNamesTests {
  private func names(_ texts: String...) throws -> [String] {
    let names = FileNames()
    return try texts.map { names.claim(try #require(SafeFileName($0))).text }
  }

  @Test("A name is given once; the next who wants it gets a number")
  func numbers() throws {
    #expect(try names("a.jpg", "b.jpg", "a.jpg", "a.jpg") == ["a.jpg", "b.jpg", "a 2.jpg", "a 3.jpg"])
  }

  @Test("A number that somebody has as a name is passed over")
  func taken() throws {
    #expect(
      try names("a 2.jpg", "a.jpg", "a.jpg", "a 2.jpg") == ["a 2.jpg", "a.jpg", "a 3.jpg", "a 2 2.jpg"]
    )
  }

  /// On a Mac the second of these overwrote the first.
  @Test("Names that differ in case or composition alone are the same")
  func folded() throws {
    #expect(try names("Photo.JPG", "photo.jpg") == ["Photo.JPG", "photo 2.jpg"])
    #expect(try names("\u{E9}.jpg", "e\u{301}.jpg", "\u{C9}.jpg") == ["é.jpg", "é 2.jpg", "É 3.jpg"])
    #expect(try names("straße", "STRASSE") == ["straße", "STRASSE 2"])
  }

  @Test("Long names stay within the limit, and apart")
  func long() throws {
    let names = FileNames()
    let long = try #require(SafeFileName(String(repeating: "a", count: 300) + ".jpg"))
    let all = (0..<20).map { _ in names.claim(long).text }
    #expect(Set(all).count == 20)
    #expect(all.allSatisfy { $0.utf8.count == 255 && $0.hasSuffix(".jpg") })
  }

  @Test("Ten thousand equal names do not count from the beginning each time", .timeLimit(.minutes(1)))
  func many() throws {
    let names = FileNames()
    let name = try #require(SafeFileName("a.jpg"))
    var last = ""
    for _ in 0..<10_000 { last = names.claim(name).text }
    #expect(last == "a 10000.jpg")
  }
}
