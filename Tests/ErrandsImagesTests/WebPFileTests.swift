import Foundation
import Testing

@testable import ErrandsImages

extension Images {
  @Suite("WebP files as they are written", .timeLimit(.minutes(1)))
  struct WebPFileTests {
    private func names(_ file: Data) -> [String] {
      var names: [String] = []
      var place = 12
      while place + 8 <= file.count {
        names.append(String(decoding: file[place..<place + 4], as: UTF8.self))
        let length = file[place + 4..<place + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
        place += 8 + length + length % 2
      }
      // To the end, and not beyond.
      #expect(place == file.count)
      return names
    }

    @Test("No file has metadata that nobody asked for")
    func chunks() async throws {
      let plain = try await ImageRenderer.render(svg: Drawings.poster, width: 31, height: 17)
      #expect(names(try await plain.encoded(as: .webp())) == ["VP8 "])
      let disc = try await ImageRenderer.render(svg: Drawings.disc, width: 31, height: 17)
      #expect(names(try await disc.encoded(as: .webp())) == ["VP8X", "ALPH", "VP8 "])
      let frames = [plain, plain].map { Picture.Frame($0, delay: .milliseconds(50)) }
      let other = try await plain.applying([.mono])
      let moving = try Picture(frames: [frames[0], Picture.Frame(other, delay: .milliseconds(70))])
      let file = try await moving.encoded(as: .webp())
      #expect(names(file) == ["VP8X", "ANIM", "ANMF", "ANMF"])
      #expect(try await Picture(decoding: file).frameDelays == [.milliseconds(50), .milliseconds(70)])
    }

    @Test("A picture that moves says that the ground shines through, also where each of its frames is opaque")
    func transparency() async throws {
      // Its frames were a square each, and what is around them was shown in black.
      let frames = [(0, "#c00"), (40, "#0c0")].map { x, colour in
        ImageRenderer.Frame(
          svg: Drawings.svg(##"<rect x="\##(x)" width="20" height="20" fill="\##(colour)"/>"##),
          delay: .milliseconds(50)
        )
      }
      let moving = try await ImageRenderer.render(frames: frames, width: 200, height: 200)
      #expect(moving.hasAlpha)
      let file = try await moving.encoded(as: .webp())
      #expect(file[20] & 0x12 == 0x12)
      let back = try await Picture(decoding: file)
      for frame in try back.frames() { #expect(try frame.picture.colour(190, 190)[3] == 0) }
      let flags = ["#c00", "#0c0"].map {
        ImageRenderer.Frame(svg: Drawings.flat($0), delay: .milliseconds(50))
      }
      let opaque = try await ImageRenderer.render(frames: flags, width: 20, height: 20)
      #expect(try await opaque.encoded(as: .webp())[20] & 0x12 == 0x02)
    }

    @Test("A colour profile that is to be kept is kept, and makes the pixels no others")
    func profile() async throws {
      let picture = try await ImageRenderer.render(svg: Drawings.quarters, width: 40, height: 40)
      let source = JPEGBytes.profiled(ColourProfile.swapped, try await picture.encoded(as: .jpeg()))
      let kept = ImageRecipe([.resize(width: 20)], keepsColourProfile: true)
      for encoding in [ImageEncoding.webp(), .jpeg(), .png, .avif(), .gif()] {
        let file = try await ImageFile(rendering: source, by: kept, as: encoding)
        // Decoded again, it looks as it should: the profile is in the file.
        let (direct, again) = try await (
          Picture(decoding: source, by: [.resize(width: 20)]), Picture(decoding: file.bytes)
        )
        #expect(distance(try direct.colour(3, 3), try again.colour(3, 3)) <= 12, "\(encoding)")
        let converted = try await ImageFile(rendering: source, by: [.resize(width: 20)], as: encoding)
        // A GIF holds none: its pixels have to be others.
        #expect(converted.bytes.count < file.bytes.count || encoding == .gif())
      }
    }
  }
}
