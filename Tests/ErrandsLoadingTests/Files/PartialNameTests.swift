import Foundation
import Testing

@testable import ErrandsLoading

@Suite("The names beside a destination")
struct PartialNameTests {
  private func name(_ text: String) -> SafeFileName { SafeFileName(unchecked: text) }

  @Test("They are hidden, and made from the file's")
  func plain() {
    let partial = PartialName.shared(for: name("photo.jpg"))
    #expect(partial == ".photo.jpg.part")
    #expect(PartialName.record(of: partial) == ".photo.jpg.part.json")
    #expect(PartialName.temporaryRecord(of: partial) == ".photo.jpg.part.json.new")
  }

  @Test("The longest names are cut, and the longest of theirs fits")
  func cut() {
    for text in [String(repeating: "a", count: 255), String(repeating: "ả", count: 85)] {
      let partial = PartialName.shared(for: name(text))
      #expect(PartialName.temporaryRecord(of: partial).utf8.count <= 255)
      #expect(PartialName.temporaryRecord(of: partial).utf8.count > 252)
      #expect(PartialName.unique(for: name(text)).utf8.count <= 255)
      #expect(partial.unicodeScalars.allSatisfy { $0 != "\u{FFFD}" })
      #expect(partial == PartialName.shared(for: name(text)))
    }
    #expect(PartialName.shared(for: name(String(repeating: "a", count: 240))).utf8.count == 246)
  }

  /// Cut alone, one download went on behind the bytes of another.
  @Test("Two long names with one beginning have two partial files")
  func apart() {
    let long = String(repeating: "a", count: 250)
    #expect(PartialName.shared(for: name(long + "1")) != PartialName.shared(for: name(long + "2")))
  }

  @Test("One that nobody looks for is told from all others")
  func unique() {
    let unique = PartialName.unique(for: name("photo.jpg"))
    #expect(unique.hasPrefix(".photo.jpg.") && unique.hasSuffix(".once"))
    #expect(unique != PartialName.unique(for: name("photo.jpg")))
    #expect(PartialName.isUnique(unique))
    #expect(PartialName.isUnique(PartialName.unique(for: name(String(repeating: "a", count: 255)))))
    #expect(PartialName.isUnique(".\(UUID().uuidString).once"))
    for other in [
      ".photo.jpg.part", "photo.\(UUID().uuidString).once", ".photo.\(UUID().uuidString)",
      ".x\(UUID().uuidString).once", ".once", ".part", ".", ".a.1-2-3.once",
    ] {
      #expect(!PartialName.isUnique(other))
    }
  }

  /// Files whose names are UUIDs, as many servers give them, never went on: what had come of them was swept.
  @Test("One that the next run finds is told from those that nobody looks for, whatever its file is called")
  func ofUUID() {
    for text in [UUID().uuidString, UUID().uuidString.lowercased(), "a." + UUID().uuidString] {
      #expect(!PartialName.isUnique(PartialName.shared(for: name(text))))
      #expect(PartialName.isUnique(PartialName.unique(for: name(text))))
    }
  }
}
