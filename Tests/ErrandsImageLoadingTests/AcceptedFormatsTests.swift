import ErrandsImages
import Testing

@testable import ErrandsImageLoading

@Suite("The formats that a client takes")
struct AcceptedFormatsTests {
  private static let offered: [ImageFormat] = [.avif, .webp, .jpeg]

  @Test(
    "The highest weight wins, a type that is named before a range, and what all programs read last",
    arguments: [
      (nil, .jpeg), ("*/*", .jpeg), ("image/*", .jpeg), ("", nil), ("text/html", nil), ("image/png", nil),
      ("image/webp", .webp), ("image/webp,*/*", .webp), ("image/webp;q=0.5,image/jpeg", .jpeg),
      ("image/webp;q=0.5,image/jpeg;q=0.4", .webp), ("image/webp;q=0,*/*", .jpeg),
      ("image/jpeg;q=0,*/*", .webp),
      ("image/avif,image/webp,image/apng,image/*,*/*;q=0.8", .avif),
      ("IMAGE/WEBP ; Q=1.0 , image/jpeg;q=0.9", .webp), ("image/webp;level=2;q=0.2,image/jpeg;q=0.3", .jpeg),
      ("image/webp;q=nonsense,image/jpeg;q=0.1", .jpeg), ("image/*;q=0.2,image/webp;q=0.1", .jpeg),
      ("image/jpeg;q=0.3,image/jpeg;q=0.9,image/webp;q=0.5", .jpeg), (",,;q=1,image", nil), ("*/*;q=0", nil),
      ("image/webp;level=\"a,b;c\";q=0.1,image/jpeg;q=0.5", .jpeg),
      ("image/webp;q=0x1p-1,image/jpeg;q=0.1", .jpeg), ("image/webp;q=1e400,image/jpeg;q=0.1", .jpeg),
      ("image/webp;q=7", .webp), ("image/webp;q=-1,image/jpeg;q=0.001", .jpeg),
    ] as [(String?, ImageFormat?)]
  )
  func best(field: String?, format: ImageFormat?) {
    #expect(AcceptedFormats(field).best(among: Self.offered) == format)
  }

  @Test("Nothing is best of nothing")
  func nothing() {
    #expect(AcceptedFormats(nil).best(among: []) == nil)
  }

  @Test("A format is named, or only within a range")
  func names() {
    let accepted = AcceptedFormats("image/webp,image/gif;q=0,image/*")
    #expect(accepted.names(.webp))
    #expect(!accepted.names(.gif) && !accepted.names(.png))
    #expect(accepted.weight(of: .png) == 1 && accepted.weight(of: .gif) == 0)
  }
}
