import ErrandsLoading
import Foundation
import GalleryJobs
import Testing

@testable import GalleryServer

@Suite("An order to purge")
struct PurgeOrderTests {
  private let signer = ImageSigner(own: OwnUpstream(URL(string: "http://127.0.0.1:4000")))

  private func part(_ text: String) throws -> CachePart {
    try PurgeOrder(json: Data(text.utf8), signer: signer).part
  }

  private func address(_ text: String) throws -> CachePart { .address(try #require(URL(string: text))) }

  @Test("names an address as its own server has it, whichever port the embedded upstream has today")
  func url() throws {
    #expect(try part(#"{"url":"https://covers.test/1.png"}"#) == address("https://covers.test/1.png"))
    #expect(try part(#"{"url":"/photos/1.jpg"}"#) == address("http://upstream.invalid/photos/1.jpg"))
  }

  @Test(
    "names a picture as this server shows it: treated or not, whole or below a sub-path",
    arguments: ["", "https://gallery.example", "/gallery"],
    ["https://covers.test/1.png", "http://127.0.0.1:4000/covers/1.jpg"]
  )
  func image(_ place: String, _ source: String) throws {
    let url = try #require(URL(string: source))
    let treatment = CoverTreatment(filter: .sepia)
    for shown in [signer.address(of: url), signer.address(of: url, as: treatment)] {
      #expect(try part(#"{"image":"\#(place)\#(shown)"}"#) == .address(signer.own.lasting(url)))
    }
  }

  @Test("names a host, or all", arguments: ["images.example", "127.0.0.1", "::1", "bücher.example"])
  func groups(_ host: String) throws {
    #expect(try part(#"{"host":"\#(host)"}"#) == .host(host))
    #expect(try part(#"{"all":true}"#) == .all)
  }

  @Test(
    "is refused where it is none",
    arguments: [
      ("{", 400), ("", 400), ("[]", 422), ("7", 422), ("{}", 422), (#"{"all":false}"#, 422),
      (#"{"all":1}"#, 422),
      (#"{"all":"true"}"#, 422), (#"{"host":""}"#, 422), (#"{"host":"a/b"}"#, 422),
      (#"{"host":"a.b:80"}"#, 422),
      (#"{"host":null}"#, 422), (#"{"host":"a","all":true}"#, 422), (#"{"host":"a","url":"/a"}"#, 422),
      (#"{"url":"mailto:a"}"#, 422), (#"{"url":7}"#, 422), (#"{"picture":"/a"}"#, 422),
    ]
  )
  func refused(_ text: String, _ status: Int) {
    let problem = #expect(throws: Problem.self) { try part(text) }
    #expect(problem?.status == status)
    #expect(problem?.detail.isEmpty == false)
  }

  @Test(
    "is refused for a picture that this server has not shown",
    arguments: [
      "/image/AAAA/aHR0cHM6Ly9jb3ZlcnMudGVzdC8xLnBuZw", "/image/", "/image/a", "",
      "https://covers.test/1.png",
    ]
  )
  func strange(_ image: String) {
    let problem = #expect(throws: Problem.self) { try part(#"{"image":"\#(image)"}"#) }
    #expect(problem?.status == 403)
  }
}
