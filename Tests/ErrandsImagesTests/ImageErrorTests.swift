import Testing

@testable import ErrandsImages

extension Images {
  @Suite("What an error says")
  struct ImageErrorTests {
    @Test(
      "A person learns what is wrong and what to do",
      arguments: [
        (
          ImageError.unsupportedFormat(firstBytes: [0x42, 0x4D, 0x0A]),
          "This is not an image of a format that is known here (it begins with 42 4D 0A)."
        ),
        (.truncated(.webp, byteCount: 1_200), "The WebP image is cut off after 1200 bytes; load it again."),
        (.unreadable(.jpeg, reason: "x"), "The JPEG image is damaged and cannot be read (x)."),
        (
          .sizeOutOfRange(width: 0, height: 20_000, limit: 16_384),
          "0 × 20000 pixels is not a possible size; each side must be from 1 to 16384."
        ),
        (
          .tooManyPixels(width: 9_000, height: 8_000, limit: 50_000_000),
          "The image has 9000 × 8000 pixels, and 50000000 are allowed; use a smaller one or raise the limit."
        ),
        (
          .tooManyFrames(limit: 1_000),
          "The image has more than the 1000 frames that are allowed; use a shorter one or raise the limit."
        ),
        (
          .tooManyPixelsInAll(width: 900, height: 800, frames: 400, limit: 200_000_000),
          "400 frames of 900 × 800 pixels are more than the 200000000 pixels that are allowed in all; "
            + "use a shorter or smaller image or raise the limit."
        ),
        (
          .valueOutOfRange("sigma of a blur", 0, allowed: 0.1...100),
          "0 is not a possible sigma of a blur; it must be from 0.1 to 100."
        ),
        (
          .tooManyBytes(11, limit: 10),
          "The file has 11 bytes, and 10 are allowed; use a smaller one or raise the limit."
        ),
        (
          .tooMuchMemory(needed: 11, limit: 10),
          "The image needs 11 bytes of memory, and all images together have 10; "
            + "use a smaller one or raise the limit."
        ),
        (
          .tooLong(limit: .seconds(60)),
          "The image took longer than the 60.0 seconds that are allowed; use a smaller one or raise the limit."
        ),
        (
          .tooManyWaiting(limit: 5), "5 images wait to be computed already, and no more may; try again later."
        ),
        (
          .noPlaceForOverlay, "An overlay cannot lie where the eye goes; give a corner, an edge or an offset."
        ),
        (.noFrames, "An animation has at least one frame, and none was given."),
        (
          .unequalFrames(index: 3, width: 9, height: 8),
          "Frame 3 is 9 × 8 pixels, unlike frame 0; draw all frames in one size."
        ),
        (
          .delayOutOfRange(.milliseconds(5)),
          "A frame cannot be shown for 0.005 seconds; give from 10 milliseconds to 655.35 seconds."
        ),
        (.unrenderable(reason: "x"), "The drawing cannot be rendered; check its SVG text (x)."),
        (
          .unprocessable(reason: "x"),
          "The picture cannot be changed, most often for want of memory (x)."
        ),
        (.unencodable(.gif, reason: "x"), "The picture cannot be written as GIF (x)."),
        (
          .unavailable(reason: "x"),
          "The image library libvips does not start; check that it is installed (x)."
        ),
      ]
    )
    func sentence(error: ImageError, text: String) {
      #expect("\(error)" == text)
    }

    @Test("A fault of many lines is told in one")
    func oneLine() async throws {
      let error = await #expect(throws: ImageError.self) {
        try await ImageRenderer.render(svg: "<svg", width: 10, height: 10)
      }
      #expect(error?.description.contains { $0.isNewline } == false)
    }
  }
}
