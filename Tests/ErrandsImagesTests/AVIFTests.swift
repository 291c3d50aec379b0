import ErrandsTesting
import Foundation
import Testing

@testable import ErrandsImages

extension Images {
  @Suite("AVIF, HEIC and JPEG XL", .timeLimit(.minutes(1)))
  struct AVIFTests {
    private func avif(width: Int = 64, height: Int = 48) async throws -> Data {
      try await ImageRenderer.render(svg: Drawings.quarters, width: width, height: height).encoded(
        as: .avif()
      )
    }

    @Test("The formats that this machine reads and writes are asked for")
    func installed() {
      #expect(ImageFormat.readable.isSuperset(of: [.jpeg, .png, .webp, .gif, .avif, .heic]))
      #expect(ImageFormat.writable.isSuperset(of: [.jpeg, .png, .webp, .gif, .avif]))
      // Its encoder is not among what the system's packages bring, and no name for it here.
      #expect(!ImageFormat.writable.contains(.heic))
      #expect(ImageEncoding(.heic) == nil)
    }

    @Test(
      "The coded size is found in the AV1 data itself",
      arguments: [(64, 48), (1, 1), (517, 333), (3_000, 40)]
    )
    func codedSize(width: Int, height: Int) async throws {
      let file = try await avif(width: width, height: height)
      let sizes = file.withUnsafeBytes { HEIFOutline(of: $0).sizes }
      #expect(!sizes.isEmpty)
      #expect(sizes.allSatisfy { $0.width >= width && $0.height >= height && $0.width <= width + 64 })
    }

    @Test("An AVIF whose boxes say little and whose data say much is refused unread")
    func lying() async throws {
      // libvips knows the boxes only, and the decoder made room for what the data said.
      let file = try await avif()
      var bytes = Array(file)
      let header = try #require(Self.sequenceHeader(in: bytes))
      // Sixteen bits for each side, all set: 65,536 × 65,536.
      for (offset, byte) in [(1, 0xFF), (2, 0xFF), (3, 0xFF), (4, 0xFF), (5, 0xFF)] as [(Int, UInt8)] {
        bytes[header + offset] |= byte
      }
      let sizes = Data(bytes).withUnsafeBytes { HEIFOutline(of: $0).sizes }
      #expect(sizes.contains { $0.width > 60_000 && $0.height > 60_000 })
      let error = await #expect(throws: ImageError.self) { try await Picture(decoding: Data(bytes)) }
      guard case .tooManyPixels(let width, let height, limit: 50_000_000) = error else {
        Issue.record("expected too many pixels, got \(String(describing: error))")
        return
      }
      #expect(width > 60_000 && height > 60_000)
    }

    /// Where the payload of the sequence header in the media data begins.
    private static func sequenceHeader(in bytes: [UInt8]) -> Int? {
      guard let media = Data(bytes).range(of: Data("mdat".utf8)) else { return nil }
      return (media.upperBound..<bytes.count - 2).first { bytes[$0] == 0x0A }.map { $0 + 2 }
    }

    @Test("Boxes that lead nowhere, or everywhere, are read to an end")
    func brokenBoxes() async throws {
      let file = try await avif()
      var generator = Seeded(state: 1)
      for _ in 0..<2_000 {
        var bytes = Array(file)
        for _ in 0..<8 {
          let place = Int.random(in: bytes.indices, using: &generator)
          bytes[place] = .random(in: 0...255, using: &generator)
        }
        let sizes = Data(bytes).withUnsafeBytes { HEIFOutline(of: $0).sizes }
        #expect(sizes.count <= 10_000)
        _ = Data(bytes).withUnsafeBytes { BoxReader($0).isWhole }
      }
    }

    @Test("A box that ends where no number reaches is the last one")
    func endless() {
      // A length of 64 bits was added to a place without a look, which ended the process.
      let length: [UInt8] = [0x7F] + Array(repeating: 0xFF, count: 7)
      let bytes: [UInt8] = [0, 0, 0, 1] + Array("mdat".utf8) + length + [1, 2, 3]
      Data(bytes).withUnsafeBytes { bytes in
        #expect(BoxReader(bytes).boxes.map(\.name) == ["mdat"])
        #expect(!BoxReader(bytes).isWhole)
      }
    }

    @Test("A file that names a hundred million pieces of data is refused, and not counted through")
    func pieces() async throws {
      // A table of places whose numbers have no bytes at all: each item has 65,535 pieces of nothing.
      let items = (0..<2_000).flatMap { _ in [0, 1, 0, 0, 0xFF, 0xFF] as [UInt8] }
      let iloc = HEIFBytes.box("iloc", [0, 0, 0, 0, 0, 0, 0x07, 0xD0] + items)
      let brands = HEIFBytes.box("ftyp", Array("avif\0\0\0\0mif1".utf8))
      let meta = HEIFBytes.box("meta", [0, 0, 0, 0] + iloc)
      let file = Data(brands + meta + HEIFBytes.box("mdat", [0x0A, 0]))
      #expect(file.withUnsafeBytes { !HEIFOutline(of: $0).isClear })
      let error = await #expect(throws: ImageError.self) { try await Picture(decoding: file) }
      guard
        case .unreadable(.avif, reason: "it is made of too many pieces, or can be read in several ways")? =
          error
      else {
        Issue.record("expected a refusal, got \(String(describing: error))")
        return
      }
    }

    @Test("AVIF keeps transparency and colours, and is small")
    func transparency() async throws {
      let disc = try await ImageRenderer.render(svg: Drawings.disc, width: 80, height: 80)
      let file = try await disc.encoded(as: .avif(quality: 90))
      let back = try await Picture(decoding: file)
      #expect(back.hasAlpha)
      #expect(try back.colour(0, 0)[3] <= 4)
      #expect(distance(try back.colour(40, 40), [0xC0, 0x20, 0x40, 255]) <= 6)
      #expect(try await file.count < disc.encoded(as: .png).count * 2)
    }

    @Test("Brands tell AVIF from HEIC, whichever comes first")
    func brands() {
      func file(_ major: String, _ others: [String]) -> [UInt8] {
        let brands = [major, "\0\0\0\0"] + others
        let length = UInt8(8 + brands.count * 4)
        return [0, 0, 0, length] + Array(("ftyp" + brands.joined()).utf8)
      }
      #expect(ImageFormat(sniffing: file("avif", ["mif1", "miaf"])) == .avif)
      #expect(ImageFormat(sniffing: file("mif1", ["avif"])) == .avif)
      #expect(ImageFormat(sniffing: file("heic", ["mif1"])) == .heic)
      #expect(ImageFormat(sniffing: file("mif1", ["heic"])) == .heic)
      #expect(ImageFormat(sniffing: file("isom", ["mp42"])) == nil)
      #expect(ImageFormat(sniffing: file("mif1", [])) == nil)
    }

    @Test("JPEG XL is read only where the application says that it trusts the file")
    func jpegXL() async throws {
      try #require(ImageFormat.writable.contains(.jxl))
      let file = try await ImageRenderer.render(svg: Drawings.quarters, width: 40, height: 30).encoded(
        as: .jxl()
      )
      #expect(ImageFormat(sniffing: file) == .jxl)
      await #expect(throws: ImageError.notRead(.jxl)) { try await Picture(decoding: file) }
      await #expect(throws: ImageError.notRead(.jxl)) { try await ImageInfo(reading: file) }
      let trusted = ImageLimits(acceptsUnhardenedFormats: true)
      let picture = try await Picture(decoding: file, limits: trusted)
      #expect((picture.width, picture.height) == (40, 30))
      #expect(distance(try picture.colour(5, 5), [255, 0, 0]) <= 24)
    }
  }
}
