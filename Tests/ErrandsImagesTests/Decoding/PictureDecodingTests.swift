import Foundation
import Testing

@testable import ErrandsImages

extension Images {
  @Suite("Decoding pictures", .timeLimit(.minutes(1)))
  struct PictureDecodingTests {
    private func bytes(_ svg: String, _ encoding: ImageEncoding, _ side: Int = 60) async throws -> Data {
      try await ImageRenderer.render(svg: svg, width: side, height: side * 2 / 3).encoded(as: encoding)
    }

    @Test("What a format keeps is what comes back", arguments: [Drawings.poster, Drawings.disc])
    func exact(svg: String) async throws {
      let file = try await bytes(svg, .png)
      let picture = try await Picture(decoding: file)
      #expect((picture.width, picture.height) == (60, 40))
      #expect(picture.hasAlpha == (svg == Drawings.disc))
      #expect(try await picture.encoded(as: .png) == file)
    }

    @Test("Every format is read", arguments: ImageFormat.tried)
    func formats(format: ImageFormat) async throws {
      let picture = try await Picture(decoding: try await bytes(Drawings.quarters, .plain(format)))
      #expect((picture.width, picture.height) == (60, 40))
      #expect(!picture.hasAlpha)
      let colours = try [(5, 14), (55, 14), (5, 26), (55, 26)].map { try picture.colour($0, $1) }
      let drawn = [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255]]
      for (colour, expected) in zip(colours, drawn) { #expect(distance(colour, expected) <= 4) }
    }

    @Test("A grey file becomes a picture in colour, like all others")
    func grey() async throws {
      // Filters, and the frames of an animation, count on equally many bands.
      let file = HandmadeBytes.greyPNG
      let picture = try await Picture(decoding: file)
      #expect(try picture.colour(0, 0) == [128, 128, 128])
      #expect(try await picture.filtered(by: .sepia).colour(0, 0) == [173, 154, 120])
    }

    @Test(
      "The orientation in the metadata is applied",
      arguments: [
        // Which quarter of the stored picture comes to be at the top left, top right and bottom left.
        (1, "RGB"), (2, "GRW"), (3, "WBG"), (4, "BWR"), (5, "RBG"), (6, "BRW"), (7, "WGB"), (8, "GWR"),
      ] as [(UInt8, String)]
    )
    func orientation(value: UInt8, quarters: String) async throws {
      let file = JPEGBytes.oriented(value, try await bytes(Drawings.quarters, .jpeg(quality: 95), 66))
      let colours: [Character: [Int]] = [
        "R": [255, 0, 0], "G": [0, 255, 0], "B": [0, 0, 255], "W": [255, 255, 255],
      ]
      let size = value < 5 ? (66, 44) : (44, 66)
      let whole = try await Picture(decoding: file)
      let thumbnail = try await Picture(decoding: file, by: [.resize(width: 22, height: 22, fit: .cover)])
      #expect((whole.width, whole.height) == size)
      for picture in [whole, thumbnail] {
        let (right, bottom) = (picture.width - 4, picture.height - 4)
        for (place, quarter) in zip([(3, 3), (right, 3), (3, bottom)], quarters) {
          let colour = try picture.colour(place.0, place.1)
          #expect(distance(colour, try #require(colours[quarter])) <= 8)
        }
      }
      // What is upright is not turned again by the next program.
      let again = try await Picture(decoding: try await whole.encoded(as: .jpeg()))
      #expect((again.width, again.height) == size)
    }

    @Test("Colours are converted from the file's profile to sRGB")
    func profile() async throws {
      let plain = try await bytes(Drawings.flat("#ff0000"), .jpeg(quality: 95))
      let file = JPEGBytes.profiled(ColourProfile.swapped, plain)
      #expect(distance(try await Picture(decoding: plain).colour(30, 20), [255, 0, 0]) <= 4)
      #expect(distance(try await Picture(decoding: file).colour(30, 20), [0, 0, 255]) <= 8)
      let thumbnail = try await Picture(decoding: file, by: [.resize(width: 9, height: 6)])
      #expect(distance(try thumbnail.colour(4, 3), [0, 0, 255]) <= 8)
    }

    @Test("A profile that is none is left aside, as browsers do")
    func brokenProfile() async throws {
      let plain = try await bytes(Drawings.flat("#ff0000"), .jpeg(quality: 95))
      let file = JPEGBytes.profiled(Array("no profile at all".utf8), plain)
      #expect(distance(try await Picture(decoding: file).colour(30, 20), [255, 0, 0]) <= 4)
    }

    /// The pixels had become sRGB, and the file that was made of them said that their colours are in another order.
    @Test("A profile that is left aside is not kept, either")
    func unfittingProfile() async throws {
      let file = JPEGBytes.profiled(ColourProfile.swapped, HandmadeBytes.greyJPEG)
      let picture = try await Picture(decoding: file, by: ImageRecipe([], keepsColourProfile: true))
      #expect(try picture.colour(4, 4) == [128, 128, 128])
      let square = try await ImageRenderer.render(svg: Drawings.flat("#f00"), width: 8, height: 8)
      let cover = ImageOverlay(.image(try await square.encoded(as: .png)))
      let red = try await picture.filtered(by: .overlay(cover))
      for encoding in [ImageEncoding.png, .jpeg(), .webp()] {
        let made = try await red.encoded(as: encoding)
        #expect(distance(try await Picture(decoding: made).colour(4, 4), [255, 0, 0]) <= 8)
      }
    }

    @Test("Of a file that moves, the first frame is decoded")
    func firstFrame() async throws {
      let frames = ["#ff0000", "#0000ff"].map {
        ImageRenderer.Frame(svg: Drawings.flat($0), delay: .milliseconds(50))
      }
      let animation = try await ImageRenderer.render(frames: frames, width: 20, height: 10)
      for encoding in [ImageEncoding.gif(), .webp()] {
        let picture = try await Picture(decoding: try await animation.encoded(as: encoding))
        #expect((picture.width, picture.height) == (20, 10))
        #expect(distance(try picture.colour(10, 5), [255, 0, 0]) <= 4)
      }
    }

    @Test("Bytes in the middle of others are decoded where they stand")
    func slice() async throws {
      for format in ImageFormat.tried {
        let file = Data([1, 2, 3]) + (try await bytes(Drawings.poster, .plain(format)))
        #expect(try await Picture(decoding: file.dropFirst(3)).width == 60)
      }
    }

    @Test("SVG is not decoded, though it can be drawn, nor is a page of text")
    func unsupported() async throws {
      for text in [Drawings.poster, "<html><body>404", ""] {
        let first = Array(text.utf8.prefix(12))
        await #expect(throws: ImageError.unsupportedFormat(firstBytes: first)) {
          try await Picture(decoding: Data(text.utf8))
        }
      }
    }
  }
}
