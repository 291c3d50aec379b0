import Foundation
import GalleryJobs
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

  @Test("What the server signed before it was started again with the same key is still good")
  func sameKey() throws {
    let key = SigningKey()
    let url = try #require(URL(string: "https://covers.test/1.png"))
    let parts = ImageSigner(key: key).address(of: url).path.split(separator: "/").map(String.init)
    #expect(ImageSigner(key: key).url(address: parts[2], signature: parts[1]) == url)
  }

  /// The embedded upstream takes a free port each time it starts: an address with yesterday's led nowhere.
  @Test(
    "An address of the own upstream leads to where that listens now",
    arguments: ["/1.jpg", "/a/b?c=/d#e"]
  )
  func ownUpstream(_ path: String) throws {
    let key = SigningKey()
    let (before, after) = ("http://127.0.0.1:40123", "http://127.0.0.1:9")
    let signed = ImageSigner(key: key, own: OwnUpstream(URL(string: before)))
      .address(of: try #require(URL(string: before + path)))
    let parts = signed.path.split(separator: "/").map(String.init)
    let now = ImageSigner(key: key, own: OwnUpstream(URL(string: after)))
    #expect(
      now.address(of: try #require(URL(string: after + path))) == signed,
      "the same, for the browser's cache"
    )
    #expect(now.url(address: parts[2], signature: parts[1])?.absoluteString == after + path)
    // With `--upstream real` there is nothing to which it could lead.
    #expect(ImageSigner(key: key).url(address: parts[2], signature: parts[1]) == nil)
  }

  @Test(
    "Another server is not taken for the own upstream, however alike its address",
    arguments: [
      "http://127.0.0.1:40123/1.jpg", "https://127.0.0.1:4012/1.jpg", "http://127.0.0.1:4012//evil.test/",
    ]
  )
  func notOwn(_ text: String) throws {
    let key = SigningKey()
    let url = try #require(URL(string: text))
    let signer = ImageSigner(key: key, own: OwnUpstream(URL(string: "http://127.0.0.1:4012")))
    let parts = signer.address(of: url).path.split(separator: "/").map(String.init)
    #expect(ImageSigner(key: key).url(address: parts[2], signature: parts[1]) == url)
  }
}
