import Foundation
import GalleryJobs
import Testing

@testable import GalleryServer

@Suite("The addresses of covers")
struct CoverTreatmentTests {
  @Test("A treatment is read as it is written", arguments: CoverFilter.allCases)
  func text(_ filter: CoverFilter) {
    let treatment = CoverTreatment(size: CoverSize(width: 480, height: 320), filter: filter)
    #expect(treatment.text == "480x320-\(filter.rawValue)")
    #expect(CoverTreatment(treatment.text) == treatment)
  }

  @Test(
    "Anything else is none",
    arguments: ["", "480x320", "480-sepia", "480x320-glow", "x-none", "480x320-none-"]
  )
  func none(_ text: String) {
    #expect(CoverTreatment(text) == nil)
  }

  @Test("A signature is of the address and the treatment together, and of no other picture")
  func signatures() throws {
    let signer = ImageSigner()
    let url = try #require(URL(string: "http://h.test/1.jpg"))
    let treatment = CoverTreatment(size: .row, filter: .mono)
    let parts = signer.address(of: url, as: treatment).path.split(separator: "/").map(String.init)
    #expect(parts.count == 4)
    #expect(signer.url(address: parts[2], treatment: parts[3], signature: parts[1]) == url)
    #expect(signer.url(address: parts[2], treatment: "1x1-mono", signature: parts[1]) == nil)
    #expect(signer.url(address: parts[2], signature: parts[1]) == nil)
    let plain = signer.address(of: url).path.split(separator: "/").map(String.init)
    #expect(signer.url(address: plain[2], treatment: "480x320-mono", signature: plain[1]) == nil)
  }
}
