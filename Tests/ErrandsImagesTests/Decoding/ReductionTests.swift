import CVipsShim
import Foundation
import Testing

@testable import ErrandsImages

extension Images {
  @Suite("Reductions", .timeLimit(.minutes(1)))
  struct ReductionTests {
    /// A cover with soft colours and large shapes, of 1200 × 800.
    private static let cover = Drawings.svg(
      """
      <defs><linearGradient id="g" x2="1" y2="1"><stop offset="0" stop-color="#204080"/>\
      <stop offset="1" stop-color="#f0a060"/></linearGradient></defs>\
      <rect width="1200" height="800" fill="url(#g)"/><circle cx="430" cy="370" r="290" fill="#fff"/>\
      <circle cx="690" cy="470" r="250" fill="#c02040" opacity="0.5"/>\
      <path d="M0 800L400 500L700 690L1200 390V800z" fill="#183028" opacity="0.8"/>
      """,
      width: 1_200,
      height: 800
    )

    /// Rays and bars in black on white, of one to five pixels: what a filter makes stairs or patterns of, or blurs.
    private static let lines: String = {
      let rays = (0..<90).map { ray in
        let angle = Double(ray) * .pi / 90
        let (x, y) = (900 * cos(angle), 900 * sin(angle))
        return "M\(600 - x) \(400 - y)L\(600 + x) \(400 + y)"
      }
      let bars = (0..<40).map { "M\(20 + $0 * 29) 20h\(1 + $0 % 5)v90h\(-1 - $0 % 5)z" }
      return Drawings.svg(
        """
        <rect width="1200" height="800" fill="#fff"/><path d="\(rays.joined())" stroke="#000"/>\
        <path d="\(bars.joined())"/>
        """,
        width: 1_200,
        height: 800
      )
    }()

    private static let small = ImageSize(width: 480, height: 320)
    private static let recipe: ImageRecipe = [.resize(width: 480, height: 320)]

    private static func file(of drawing: String) async throws -> Data {
      try await ImageRenderer.render(svg: drawing, width: 1_200, height: 800).encoded(as: .jpeg(quality: 90))
    }

    /// What a filter makes of a JPEG that the decoder has halved.
    private static func halved(_ file: Data, by filter: LanczosFilter) throws -> Picture {
      try ImageDecoder.withDecoder(of: file, limits: ImageLimits()) { decoder in
        let half = try decoder.open(.first, shrink: 2).scaled(to: small, by: filter)
        return Picture(try half.derived("compute", errands_vips_compute))
      }
    }

    @Test(
      "The short filter follows where the decoder has halved a picture, and less than another half is left",
      arguments: [
        (1.5, .jpeg, .long), (2, .jpeg, .short), (2.5, .jpeg, .short), (3.9, .jpeg, .short),
        (4, .jpeg, .long), (7, .jpeg, .long), (8, .jpeg, .long), (40, .jpeg, .long), (2.5, .webp, .long),
        (2.5, .png, .long),
      ] as [(Double, ImageFormat, LanczosFilter)]
    )
    func choice(reduction: Double, format: ImageFormat, filter: LanczosFilter) {
      #expect(LanczosFilter(for: reduction, of: format) == filter)
    }

    @Test("A thumbnail of a JPEG is what the short filter makes of its half, as the long one would")
    func short() async throws {
      let file = try await Self.file(of: Self.cover)
      let thumbnail = try await Picture(decoding: file, by: Self.recipe)
      #expect(try thumbnail.nearness(to: try Self.halved(file, by: .short)) == .infinity)
      let long = try thumbnail.nearness(to: try Self.halved(file, by: .long))
      #expect(long > 46 && long < .infinity)
    }

    /// The long filter reaches 53 dB for the cover and 30 dB for the lines, of which the decoder has blurred those that
    /// are a pixel wide; Mitchell's filter, which blurs, reaches 46 and 27 dB, and the linear one 45 and 26 dB.
    @Test(
      "A thumbnail of a JPEG is nearer to that of the whole file than one by a filter that blurs",
      arguments: [(cover, 49.0), (lines, 28.0)]
    )
    func nearness(drawing: String, decibels: Double) async throws {
      let file = try await Self.file(of: drawing)
      let exact = try await Picture(decoding: file).resized(width: 480, height: 320)
      let thumbnail = try await Picture(decoding: file, by: Self.recipe)
      #expect(try thumbnail.nearness(to: exact) > decibels)
    }
  }
}
