import Foundation
import Testing

@testable import GalleryServer

@Suite("Packing texts")
struct GzipTests {
  @Test("What is packed is much smaller, and gzip by its first bytes and its last")
  func packed() throws {
    let text = Data(String(repeating: "The same words again. ", count: 1_000).utf8)
    let packed = try #require(Gzip.packed(text))
    #expect(packed.count < text.count / 50)
    #expect(packed.prefix(3) == Data([0x1F, 0x8B, 8]))
    // RFC 1952, section 2.3.1: the length of what was packed, the least byte first.
    #expect(packed.suffix(4) == withUnsafeBytes(of: UInt32(text.count).littleEndian) { Data($0) })
  }

  @Test("What cannot be made smaller is packed all the same, and so is nothing")
  func incompressible() throws {
    var generator = SystemRandomNumberGenerator()
    let chance = Data((0..<50_000).map { _ in UInt8.random(in: 0...255, using: &generator) })
    #expect(try #require(Gzip.packed(chance)).count < chance.count + 100)
    #expect(try #require(Gzip.packed(Data())).suffix(4) == Data([0, 0, 0, 0]))
    // A slice does not begin at 0.
    #expect(Gzip.packed(chance.dropFirst(10)) == Gzip.packed(Data(chance.dropFirst(10))))
  }

  @Test(
    "A client takes gzip where it says so",
    arguments: [
      (["gzip"], true), (["gzip, deflate, br, zstd"], true), (["deflate", "GZIP ; q=0.5"], true),
      (["*"], true), (["br;q=1.0, *;q=0.1"], true), (["x-gzip"], true), ([], false), ([""], false),
      (["identity"], false), (["br"], false), (["gzip;q=0"], false), (["gzip; q=0.000"], false),
      (["*, gzip;q=0"], false), (["gzip;q=0, *"], false), (["gzip;q=x"], false), (["*;q=0"], false),
      (["gzipped"], false), (["gzip;level=9"], true), ([",,gzip,"], true),
    ]
  )
  func accepted(_ fields: [String], _ isTaken: Bool) {
    #expect(AcceptedCodings(fields).gzip == isTaken, "\(fields)")
  }
}
