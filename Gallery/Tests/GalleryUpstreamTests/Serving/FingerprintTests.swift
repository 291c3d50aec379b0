import ErrandsUpstream
import Foundation
import Testing

@testable import GalleryUpstream

@Suite("The fingerprint of a file")
struct FingerprintTests {
  @Test("is the same for the same bytes, and another one for any other")
  func distinct() {
    var files: [[UInt8]] = (0...40).map { Array(repeating: 0, count: $0) }
    for position in 0..<40 {
      for bit in [0, 7] {
        var file = files[40]
        file[position] ^= 1 << bit
        files.append(file)
      }
    }
    // The same bytes in another order.
    files += [Array(0..<16), Array((0..<16).reversed()), Array(8..<16) + Array(0..<8)]
    let prints = files.map { Fingerprint(of: $0) }
    #expect(Set(prints).count == files.count)
    #expect(files.map { Fingerprint(of: $0) } == prints)
  }

  /// What it comes to must not change with a version: a client that holds a file would load it once more.
  @Test("stays what it is")
  func stable() {
    #expect(Fingerprint(of: []).value == SplitMix64.mix(0))
    #expect(Fingerprint(of: Array(1...9)).entityTag == "\"57b22fa33de481b0\"")
    #expect(Fingerprint(0xAB).entityTag == "\"00000000000000ab\"")
    #expect(Fingerprint(.max).entityTag == "\"ffffffffffffffff\"")
  }

  @Test("gives a date in the past")
  func date() {
    let year = Date(timeIntervalSince1970: 1_704_067_200)..<Date(timeIntervalSince1970: 1_735_689_600)
    #expect(Fingerprint(0).lastModified == year.lowerBound)
    for value in [1, 77, UInt64.max] { #expect(year.contains(Fingerprint(value).lastModified)) }
  }

  @Test("validates a file that was drawn, which is good for a day")
  func served() {
    let file = ServedFile(drawn: Data([1, 2, 3]), contentType: "image/gif", disposition: "attachment")
    #expect(file.entityTag == Fingerprint(of: [1, 2, 3]).entityTag)
    #expect(file.lastModified == Fingerprint(of: [1, 2, 3]).lastModified)
    #expect(
      file.headers == ["Cache-Control": "public, max-age=86400", "Content-Disposition": "attachment"]
    )
    #expect(file.count == 3)
  }
}
