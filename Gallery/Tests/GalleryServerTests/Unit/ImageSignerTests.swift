import Foundation
import Testing

@testable import GalleryServer

@Suite("Signed addresses of pictures")
struct ImageSignerTests {
  private let signer = ImageSigner()

  /// Signature and address of `text`, as the last two segments of what the signer makes of it.
  private func parts(_ text: String) throws -> (url: URL, signature: String, address: String) {
    let url = try #require(URL(string: text))
    let segments = signer.address(of: url).absoluteString.split(separator: "/").map(String.init)
    try #require(segments.count == 3)
    #expect(segments[0] == "image")
    return (url, segments[1], segments[2])
  }

  @Test(
    "An address comes back as it went in",
    arguments: [
      "https://covers.test/a/100x100bb.png", "http://127.0.0.1:8080/x?y=1&z=%20#f",
      "https://h.test/%E1%BA%A3",
      "https://h.test/?>>>???~~~", "https://h.test/a", "https://h.test/ab", "https://h.test/abc",
    ]
  )
  func roundTrip(_ text: String) throws {
    let (url, signature, address) = try parts(text)
    #expect(signer.url(address: address, signature: signature) == url)
    #expect(
      (signature + address).allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
    )
  }

  @Test("Another signature, a shorter one, none, and one that is no base 64 are refused")
  func otherSignature() throws {
    let (_, signature, address) = try parts("https://covers.test/1.png")
    let first = signature.first == "A" ? "B" : "A"
    for other in [
      first + signature.dropFirst(), String(signature.dropLast(4)), "", "%%%", signature + "AAAA",
    ] {
      #expect(signer.url(address: address, signature: other) == nil, "\(other)")
    }
  }

  @Test("The signature of one address does not open another")
  func otherAddress() throws {
    let (_, signature, _) = try parts("https://covers.test/1.png")
    let (_, _, address) = try parts("http://169.254.169.254/latest/meta-data")
    #expect(signer.url(address: address, signature: signature) == nil)
  }

  @Test("What another server signed is refused")
  func otherKey() throws {
    let (_, signature, address) = try parts("https://covers.test/1.png")
    #expect(ImageSigner().url(address: address, signature: signature) == nil)
  }
}
