import ErrandsTesting
import Foundation
import Testing

@testable import ErrandsImages

/// How many files of each format; many more with `make asan`, or wherever somebody has the time.
private let rounds = ProcessInfo.processInfo.environment["ERRANDS_IMAGE_ROUNDS"].flatMap(Int.init) ?? 60

extension Images {
  @Suite("Files in which something has changed", .timeLimit(.minutes(1 + rounds / 40)))
  struct ChangedFileTests {
    /// A still image, and where the format can move, one that does.
    private func files(_ format: ImageFormat) async throws -> [[UInt8]] {
      let still = try await ImageRenderer.render(svg: Drawings.poster, width: 90, height: 60)
      let moving = try await ImageRenderer.render(
        frames: [Drawings.poster, Drawings.disc].map {
          ImageRenderer.Frame(svg: $0, delay: .milliseconds(50))
        },
        width: 30,
        height: 20
      )
      let pictures = [.gif, .webp].contains(format) ? [still, moving] : [still]
      var files: [[UInt8]] = []
      for picture in pictures { files.append(Array(try await picture.encoded(as: .plain(format)))) }
      return files
    }

    @Test(
      "Files that were changed, cut and put together again are errors or pictures, and nothing worse",
      arguments: ImageFormat.tried
    )
    func noise(format: ImageFormat) async throws {
      let files = try await files(format)
      // So that none can take long or much, whatever it says.
      let limits = ImageLimits(pixels: 4_000_000, frames: 50, totalPixels: 8_000_000, time: .seconds(20))
      var generator = Seeded(state: 5)
      for round in 0..<rounds {
        let bytes = Data(changed(files[round % files.count], round / files.count, &generator))
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

    private func changed(_ whole: [UInt8], _ round: Int, _ generator: inout Seeded) -> [UInt8] {
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
  }
}
