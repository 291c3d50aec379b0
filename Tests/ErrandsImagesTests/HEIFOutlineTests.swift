import Foundation
import Testing

@testable import ErrandsImages

extension Images {
  /// Files that said 64 × 48 pixels in their boxes, and had the decoder make room for 81 million: each in a way that this code
  /// once read otherwise than decoders do, or not at all.
  @Suite("What is in a HEIF file, read without decoding", .timeLimit(.minutes(1)))
  struct HEIFOutlineTests {
    private static let huge = ImageSize(width: 9_000, height: 8_000)

    private func outline(_ bytes: [UInt8]) -> HEIFOutline {
      Data(bytes).withUnsafeBytes { HEIFOutline(of: $0) }
    }

    @Test(
      "The sequence header of AV1 counts, whether or not a reserved bit is set",
      arguments: [0, 1] as [UInt8]
    )
    func av1(reserved: UInt8) {
      let found = outline(HEIFBytes.file(items: [[HEIFBytes.av1(Self.huge, reserved: reserved)]]))
      #expect(found.sizes.contains(Self.huge) && found.isClear)
    }

    @Test("So do the parameters of HEVC, within the data and in what the decoder is told before")
    func hevc() {
      let unit = HEIFBytes.hevc(Self.huge)
      let inside = outline(HEIFBytes.file(items: [[HEIFBytes.number(unit.count) + unit]]))
      #expect(inside.sizes.contains(Self.huge) && inside.isClear)
      let configuration =
        [UInt8](repeating: 0, count: 22) + [1, 33, 0, 1, UInt8(unit.count >> 8), UInt8(unit.count & 255)]
        + unit
      let before = outline(HEIFBytes.file(items: [[[1, 2, 3]]], property: ("hvcC", configuration)))
      #expect(before.sizes.contains(Self.huge) && before.isClear)
    }

    /// Sixteen million units were counted in each, and the last one lay behind the end of the file.
    @Test("A record that announces more units than it has is read to its end, and no further")
    func shortRecords() {
      let record = [UInt8](repeating: 0, count: 22) + [255, 33, 255, 255, 0]
      let records = (0..<2_000).flatMap { _ in HEIFBytes.box("hvcC", record) }
      let list = HEIFBytes.box("meta", [0, 0, 0, 0] + HEIFBytes.box("iprp", HEIFBytes.box("ipco", records)))
      #expect(outline(list).sizes.count <= 2_000)
    }

    @Test("So does what an AV1 decoder is told before")
    func configuration() {
      let property = ("av1C", [0x81, 0, 0, 0] + HEIFBytes.av1(Self.huge))
      #expect(outline(HEIFBytes.file(items: [[[1, 2, 3]]], property: property)).sizes.contains(Self.huge))
    }

    @Test("A header that lies in several pieces is put together", arguments: [1, 3, 5])
    func pieces(first: Int) {
      let header = HEIFBytes.av1(Self.huge)
      let found = outline(
        HEIFBytes.file(items: [[Array(header.prefix(first)), Array(header.dropFirst(first))]])
      )
      #expect(found.sizes.contains(Self.huge) && found.isClear)
    }

    @Test("A picture of tiles has its own size, and not too many tiles")
    func grid() {
      let short = outline(HEIFBytes.file(items: [[[0, 0, 1, 1, 0x23, 0x28, 0x1F, 0x40]]]))
      #expect(short.sizes.contains(Self.huge) && short.isClear)
      let long = outline(
        HEIFBytes.file(items: [[[0, 1, 1, 1] + HEIFBytes.number(9_000) + HEIFBytes.number(8_000)]])
      )
      #expect(long.sizes.contains(Self.huge) && long.isClear)
      // A tile of 64 × 48 pixels, used sixty-five thousand times.
      #expect(!outline(HEIFBytes.file(items: [[[0, 0, 254, 254, 0, 64, 0, 48]]])).isClear)
    }

    /// Only eight bytes and twelve were taken for a picture of tiles, and only with the version and flags that it should have.
    @Test("What says that it is a picture of tiles, and is written as none, is not clear")
    func oddGrid() {
      let grid: [UInt8] = [0, 0, 0, 0, 0, 64, 0, 48]
      #expect(outline(HEIFBytes.file(items: [[grid]], before: HEIFBytes.kinds(["grid"]))).isClear)
      for odd in [
        grid + [0], [7] + grid.dropFirst(), [0, 2] + grid.dropFirst(2), [0, 1] + grid.dropFirst(2),
      ] {
        #expect(!outline(HEIFBytes.file(items: [[odd]], before: HEIFBytes.kinds(["grid"]))).isClear)
        #expect(outline(HEIFBytes.file(items: [[odd]], before: HEIFBytes.kinds(["Exif"]))).isClear)
      }
    }

    /// A thousand tiles, each of a thousand tiles, are a million that have to be decoded.
    @Test(
      "A picture of tiles that are put together themselves is not clear",
      arguments: ["grid", "iden"],
      [0, 1] as [UInt8]
    )
    func nestedGrid(tile: String, version: UInt8) {
      let grid: [UInt8] = [0, 0, 0, 0, 0, 64, 0, 48]
      func nested(_ kind: String) -> HEIFOutline {
        let before =
          HEIFBytes.kinds(["grid", kind], version: 2 + version)
          + HEIFBytes.references(from: 1, to: [3, 2], version: version)
        return outline(HEIFBytes.file(items: [[grid], [grid]], before: before))
      }
      #expect(!nested(tile).isClear)
      #expect(nested("av01").isClear)
    }

    /// The canvas of pictures that lie over one another has a size of its own, in the data of its item. The boxes said 64 × 64,
    /// the decoder made room for 268 million pixels, and the limits knew of neither.
    @Test("Pictures that lie over one another are refused", arguments: [2, 3] as [UInt8])
    func overlay(version: UInt8) async throws {
      let canvas: [UInt8] = Array(repeating: 0, count: 10) + [0x3F, 0xFF, 0x3F, 0xFF, 0, 0, 0, 0]
      let items = [[canvas], [HEIFBytes.av1(ImageSize(width: 64, height: 64))]]
      let plain = HEIFBytes.file(items: items, before: HEIFBytes.kinds(["Exif", "av01"], version: version))
      #expect(outline(plain).isClear)
      let laid = HEIFBytes.file(items: items, before: HEIFBytes.kinds(["iovl", "av01"], version: version))
      #expect(!outline(laid).isClear)
      let file = Data(HEIFBytes.box("ftyp", Array("avif\0\0\0\0mif1".utf8)) + laid)
      let refusal = ImageError.unreadable(
        .avif,
        reason: "it is made of too many pieces, or can be read in several ways"
      )
      await #expect(throws: refusal) { try await Picture(decoding: file) }
    }

    @Test(
      "What decoders might read in another way is not clear: two tables, or ten thousand boxes before one"
    )
    func ambiguous() {
      let plain = HEIFBytes.file(items: [[HEIFBytes.av1(Self.huge)]])
      #expect(outline(plain).isClear)
      #expect(!outline(plain + HEIFBytes.box("meta", [0, 0, 0, 0])).isClear)
      let free = (0..<BoxReader.limit).flatMap { _ in HEIFBytes.box("free", []) }
      #expect(!outline(free + plain).isClear)
      #expect(!outline(HEIFBytes.file(items: [[[1]]], before: free)).isClear)
      // Pieces that lie over one another are more than there is.
      #expect(
        !outline(
          HEIFBytes.file(items: Array(repeating: [Array(repeating: 9, count: 400)], count: 9), folded: true)
        ).isClear
      )
    }

    @Test("Numbers whose product has no room are refused, and end nothing")
    func overflow() async throws {
      let file = Data(
        HEIFBytes.box("ftyp", Array("heic\0\0\0\0mif1".utf8))
          + HEIFBytes.file(items: [[[0, 1, 0, 0] + [255, 255, 255, 255] + [255, 255, 255, 255]]])
          + HEIFBytes.box("mdat", [1])
      )
      let side = Int(UInt32.max)
      await #expect(throws: ImageError.tooManyPixels(width: side, height: side, limit: 50_000_000)) {
        try await Picture(decoding: file)
      }
    }
  }
}
