import Foundation
import Testing

@testable import ErrandsImages

extension Images {
  @Suite("Files that are not whole", .timeLimit(.minutes(1)))
  struct TruncationTests {
    private func file(_ format: ImageFormat) async throws -> Data {
      try await ImageRenderer.render(svg: Drawings.poster, width: 90, height: 60).encoded(as: .plain(format))
    }

    @Test(
      "A file that is cut anywhere is truncated, and not a picture with a grey tail",
      arguments: ImageFormat.tried
    )
    func cutAnywhere(format: ImageFormat) async throws {
      let whole = try await file(format)
      for tenth in 1...9 {
        let cut = whole.prefix(max(13, whole.count * tenth / 10))
        let refusal = ImageError.truncated(format, byteCount: cut.count)
        await #expect(throws: refusal) { try await Picture(decoding: cut) }
        // The middle that a thumbnail shows may be there: it is refused all the same.
        await #expect(throws: refusal) {
          try await Picture(decoding: cut, by: [.resize(width: 90, height: 6)])
        }
        await #expect(throws: refusal) { try await Picture(decoding: cut) }
      }
    }

    @Test("The end of a small picture in the metadata is not the file's end")
    func embeddedThumbnail() async throws {
      // A camera's file was taken for whole, however early it broke off.
      let whole = try await file(.jpeg)
      let photo = JPEGBytes.inserting(marker: 0xE1, Array("Exif\0\0".utf8) + Array(whole), into: whole)
      #expect(!ImageFormat.jpeg.lacksEnd(photo))
      #expect(try await Picture(decoding: photo).width == 90)
      let cut = photo.prefix(photo.count * 3 / 4)
      #expect(ImageFormat.jpeg.lacksEnd(cut))
      await #expect(throws: ImageError.truncated(.jpeg, byteCount: cut.count)) {
        try await Picture(decoding: cut)
      }
    }

    @Test("A PNG without some of its pixels is damaged, though it has its end")
    func missingPixels() async throws {
      let whole = try await file(.png)
      let hole = whole.prefix(whole.count / 2) + whole.suffix(12)
      #expect(!ImageFormat.png.lacksEnd(hole))
      try await expectDamaged(hole, .png)
    }

    @Test("A WebP without some of its pixels is damaged, though its header tells the truth")
    func missingWebP() async throws {
      var bytes = Array(try await file(.webp))
      bytes.removeLast(bytes.count / 4 * 2)
      for (place, length) in [(4, bytes.count - 8), (16, bytes.count - 20)] {
        bytes[place] = UInt8(length & 0xFF)
        bytes[place + 1] = UInt8(length >> 8)
      }
      #expect(!ImageFormat.webp.lacksEnd(Data(bytes)))
      try await expectDamaged(Data(bytes), .webp)
    }

    @Test("What follows a GIF's end does not matter")
    func afterEnd() async throws {
      let animation = GIFBytes.animation(frames: 2) + Data("made by a server".utf8)
      #expect(!ImageFormat.gif.lacksEnd(animation))
      #expect(try await Picture(decoding: animation).frameCount == 2)
    }

    /// Of each format; many more where somebody has the time.
    private static let rounds =
      ProcessInfo.processInfo.environment["ERRANDS_IMAGE_ROUNDS"].flatMap(Int.init) ?? 60

    @Test(
      "Files that were changed, cut and put together again are errors or pictures, and nothing worse",
      arguments: ImageFormat.tried
    )
    func noise(format: ImageFormat) async throws {
      let whole = Array(try await file(format))
      // So that none can take long or much, whatever it says.
      let limits = ImageLimits(pixels: 4_000_000, frames: 50, totalPixels: 8_000_000, time: .seconds(20))
      var generator = Noise()
      for round in 0..<Self.rounds {
        let bytes = Data(changed(whole, round, &generator))
        for recipe: ImageRecipe in [[], [.resize(width: 10, height: 10)]] {
          do {
            _ = try await Picture(decoding: bytes, by: recipe, limits: limits)
          } catch let error as ImageError {
            // Wrong colours are no harm; a decoder that does not end is.
            if case .tooLong = error { Issue.record("round \(round) of \(format) took too long") }
          }
        }
        _ = try? await ImageFile(rendering: bytes, by: [.resize(width: 9)], as: .webp(), limits: limits)
      }
      try await ImagePool.shared.becomeIdle()
      try await ImageMemory.returns(to: 0)
    }

    private func changed(_ whole: [UInt8], _ round: Int, _ generator: inout Noise) -> [UInt8] {
      var bytes = whole
      let places = 12..<bytes.count
      switch round % 4 {
      // Bytes here and there.
      case 0, 1:
        for _ in 0..<(1 + round / 4 % 24) {
          bytes[Int.random(in: places, using: &generator)] = .random(in: 0...255, using: &generator)
        }
      // What says lengths lies near the beginning, more often than not.
      case 2:
        let place = Int.random(in: 12..<min(bytes.count - 4, 400), using: &generator)
        for offset in 0..<4 {
          bytes[place + offset] = [0, 1, 0x7F, 0xFF].randomElement(using: &generator) ?? 0
        }
      // A piece is missing, or is there twice.
      default:
        let (start, end) = (
          Int.random(in: places, using: &generator), Int.random(in: places, using: &generator)
        )
        let piece = min(start, end)..<max(start, end)
        if Bool.random(using: &generator) {
          bytes.removeSubrange(piece)
        } else {
          bytes.insert(contentsOf: bytes[piece], at: piece.lowerBound)
        }
      }
      return bytes
    }

    private func expectDamaged(_ file: Data, _ format: ImageFormat) async throws {
      try await ImagePool.shared.becomeIdle()
      try await ImageMemory.returns(to: 0)
      for isThumbnail in [false, true] {
        let error = await #expect(throws: ImageError.self) {
          isThumbnail
            ? try await Picture(decoding: file, by: [.resize(width: 30, height: 20)])
            : try await Picture(decoding: file)
        }
        guard case .unreadable(format, _) = error else {
          Issue.record("expected a damaged image, got \(String(describing: error))")
          continue
        }
      }
      try await ImagePool.shared.becomeIdle()
      try await ImageMemory.returns(to: 0)
    }
  }
}

/// The same numbers every time (SplitMix64).
private struct Noise: RandomNumberGenerator {
  private var state: UInt64 = 5

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
