import Foundation
import Testing

@testable import ErrandsImages

extension Images {
  @Suite("Formats")
  struct ImageFormatTests {
    @Test(
      "The first bytes tell the format, whatever the file is called",
      arguments: [
        ([0xFF, 0xD8, 0xFF, 0xE0] as [UInt8], ImageFormat.jpeg),
        ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .png),
        (Array("GIF87a".utf8), .gif),
        (Array("GIF89a".utf8), .gif),
        (Array("RIFF".utf8) + [1, 2, 3, 4] + Array("WEBPVP8 ".utf8), .webp),
      ]
    )
    func sniffing(bytes: [UInt8], format: ImageFormat) {
      #expect(ImageFormat(sniffing: bytes) == format)
      #expect(ImageFormat(sniffing: bytes + [0, 1, 2]) == format)
      #expect(ImageFormat(sniffing: bytes.dropLast(bytes.count > 12 ? 5 : 1)) == nil || format == .jpeg)
    }

    @Test(
      "Other bytes are no format",
      arguments: [
        "", "G", "GIF88a", "RIFF", "RIFF1234WAVEfmt ", "<svg xmlns=", "<!doctype html>", "\u{7F}PNG", "BM",
      ]
    )
    func notAnImage(text: String) {
      #expect(ImageFormat(sniffing: Array(text.utf8)) == nil)
    }

    @Test("A slice of data is sniffed from its own beginning")
    func slice() {
      let data = Data([0, 0, 0]) + Data("GIF89a".utf8)
      #expect(ImageFormat(sniffing: data) == nil)
      #expect(ImageFormat(sniffing: data.dropFirst(3)) == .gif)
    }

    @Test("So many first bytes tell as much as a whole file, whatever stands behind them")
    func sniffed() async throws {
      for format in ImageFormat.tried {
        let file = try await ImageRenderer.render(svg: Drawings.poster, width: 40, height: 40)
          .encoded(as: .plain(format))
        #expect(ImageFormat(sniffing: file.prefix(ImageFormat.sniffedByteCount)) == format)
      }
      #expect(ImageFormat.allCases.filter(\.canMove) == [.webp, .gif])
    }

    @Test("Media types and file endings are the registered ones")
    func names() {
      #expect(
        ImageFormat.allCases.map(\.mediaType) == [
          "image/jpeg", "image/png", "image/webp", "image/gif", "image/avif", "image/heic", "image/jxl",
        ]
      )
      #expect(
        ImageFormat.allCases.map(\.fileExtension) == ["jpg", "png", "webp", "gif", "avif", "heic", "jxl"]
      )
    }

    @Test("A whole file has its end, with or without something after it", arguments: ImageFormat.tried)
    func wholeFile(format: ImageFormat) async throws {
      let bytes = try await ImageRenderer.render(svg: Drawings.poster, width: 40, height: 40)
        .encoded(as: .plain(format))
      #expect(!format.lacksEnd(bytes))
      #expect(!format.lacksEnd(bytes + Data([0, 0])))
      #expect(!format.lacksEnd((Data([7]) + bytes).dropFirst()))
    }

    @Test("A file that was cut has not", arguments: ImageFormat.tried)
    func cutFile(format: ImageFormat) async throws {
      let bytes = try await ImageRenderer.render(svg: Drawings.poster, width: 40, height: 40)
        .encoded(as: .plain(format))
      #expect(format.lacksEnd(bytes.prefix(bytes.count * 2 / 3)))
    }
  }
}

extension ImageFormat {
  /// Those that are read and written here.
  static let tried: [ImageFormat] = [.jpeg, .png, .webp, .gif, .avif]
}

extension ImageEncoding {
  /// The encoding of a format with its default quality.
  static func plain(_ format: ImageFormat) -> Self { ImageEncoding(format) ?? .png }
}
