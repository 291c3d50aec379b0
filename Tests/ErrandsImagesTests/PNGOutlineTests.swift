import Foundation
import Testing

@testable import ErrandsImages

extension Images {
  @Suite("The texts in a PNG", .timeLimit(.minutes(1)))
  struct PNGOutlineTests {
    /// The file with a chunk behind its header, whose check sum is wrong.
    private func inserting(_ name: String, _ content: [UInt8], into file: Data) -> Data {
      let chunk = HEIFBytes.number(content.count) + Array(name.utf8) + content + [0, 0, 0, 0]
      return file.prefix(33) + Data(chunk) + file.dropFirst(33)
    }

    @Test("Packed ones are counted, and others are not")
    func counted() async throws {
      let file = try await ImageRenderer.render(svg: Drawings.quarters, width: 9, height: 9).encoded(as: .png)
      let packed = Array("k\0".utf8) + [1, 0] + Array(repeating: 7, count: 96)
      let plain = Array("k\0".utf8) + [0, 0] + Array(repeating: 7, count: 96)
      for (name, content, count) in [
        ("zTXt", packed, 100), ("iTXt", packed, 100), ("iTXt", plain, 0), ("tEXt", plain, 0), ("zTXt", [], 0),
      ] {
        let more = inserting(name, content, into: file)
        #expect(more.withUnsafeBytes { PNGOutline(of: $0).compressedText } == count)
      }
    }

    /// Four megabytes became four gigabytes when the file was opened, and nothing could stop that.
    @Test("Too much of it is refused before the file is opened")
    func refused() async throws {
      let file = try await ImageRenderer.render(svg: Drawings.quarters, width: 9, height: 9).encoded(as: .png)
      let half = inserting("zTXt", Array(repeating: 0, count: PNGOutline.textLimit / 2 + 1), into: file)
      #expect(try await Picture(decoding: half).width == 9)
      let whole = inserting("zTXt", Array(repeating: 0, count: PNGOutline.textLimit / 2), into: half)
      await #expect(throws: ImageError.unreadable(.png, reason: "it has too much compressed text")) {
        try await Picture(decoding: whole)
      }
      await #expect(throws: ImageError.unreadable(.png, reason: "it has too much compressed text")) {
        try await ImageInfo(reading: whole)
      }
    }
  }
}
