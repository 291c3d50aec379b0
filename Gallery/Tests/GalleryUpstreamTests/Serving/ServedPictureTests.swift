import ErrandsAsyncHTTPClient
import ErrandsLoading
import ErrandsUpstream
import Foundation
import GalleryConnections
import Testing

@testable import GalleryUpstream

@Suite("Pictures and files are answered as by an origin server", .timeLimit(.minutes(2)))
struct ServedPictureTests {
  private static let gif = GIFCatalogue(seed: 1).gifs[0].id

  /// One of each kind.
  private static let paths = [
    CatalogueArtwork(seed: 5, width: 48, height: 48, format: .png)?.path ?? "", "/photos/1.jpg?width=48",
    "/media/\(gif)/100w_s.gif", "/covers/3.jpg", "/files/a.bin?bytes=5000",
  ]

  @Test("with the same strong tag and date each time, and all of it that is asked for", arguments: paths)
  func parts(path: String) async throws {
    try await withEmbedded { upstream in
      let whole = try await upstream.answer(path)
      #expect(whole.head.status == 200)
      #expect(whole.head.fields["Accept-Ranges"] == "bytes")
      let tag = try #require(whole.head.fields["ETag"])
      #expect(tag.hasPrefix("\""))
      let date = try #require(whole.head.fields["Last-Modified"])
      #expect(date.wholeMatch(of: /[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} 2024 \d\d:\d\d:\d\d GMT/) != nil)
      let half = whole.body.count / 2
      let range: HTTPFields = ["Range": "bytes=\(half)-", "If-Range": tag]
      let rest = try await upstream.answer(path, range)
      #expect(rest.head.status == 206)
      #expect(rest.head.fields["ETag"] == tag)
      #expect(
        rest.head.fields["Content-Range"] == "bytes \(half)-\(whole.body.count - 1)/\(whole.body.count)"
      )
      #expect(rest.body == whole.body.suffix(from: half))
      let other = try await upstream.answer(path, ["Range": "bytes=\(half)-", "If-Range": "\"x\""])
      #expect(other.head.status == 200)
      #expect(other.head.fields["ETag"] == tag && other.head.fields["Last-Modified"] == date)
      #expect(other.body == whole.body)
    }
  }

  @Test("with 304 to whoever has it, by the tag or by the date", arguments: paths)
  func notModified(path: String) async throws {
    try await withEmbedded { upstream in
      let head = try await upstream.answer(path, method: .head).head
      let conditions = [("If-None-Match", "ETag"), ("If-Modified-Since", "Last-Modified")]
      for (condition, validator) in conditions {
        let value = try #require(head.fields[validator])
        let answer = try await upstream.answer(path, [condition: value])
        #expect(answer.head.status == 304)
        #expect(answer.head.fields["ETag"] == head.fields["ETag"])
        #expect(answer.head.fields["Cache-Control"] == "public, max-age=86400")
        #expect(answer.body.isEmpty)
      }
      #expect(try await upstream.answer(path, ["If-None-Match": "\"x\""]).head.status == 200)
    }
  }

  @Test("with another tag and date for other bytes, be it of another world")
  func distinct() async throws {
    let paths = [
      "/photos/1.jpg?width=48", "/photos/2.jpg?width=48", "/photos/1.jpg?width=47", "/files/a?bytes=9",
    ]
    var validators: [String] = []
    for seed: UInt64 in [1, 2] {
      try await withEmbedded(seed: seed) { upstream in
        for path in paths {
          let fields = try await upstream.answer(path).head.fields
          validators += ["ETag", "Last-Modified"].compactMap { fields[$0] }
        }
      }
    }
    #expect(Set(validators).count == 4 * paths.count)
  }

  @Test("with 304 that no fault of the content can spoil", arguments: UpstreamFault.allCases)
  func spoiltNotModified(fault: UpstreamFault) {
    let script = Script(status: 304, headers: ["ETag": "\"1\""])
    let spoilt = fault.spoil(script, answering: RecordedRequest(path: "/a"))
    switch fault {
    case .truncate, .reset, .stall, .wrongLength, .malformedJSON:
      #expect(spoilt.steps.isEmpty)
      #expect(spoilt.framing == .automatic)
    case .error500, .error429, .redirectLoop: #expect(spoilt.status != 304)
    case .slowHeaders: #expect(spoilt.shaping != nil)
    }
  }

  /// A download that is cut off again and again gets on by half of what is left each time, and no byte twice.
  @Test("in parts that break off in their own middle, where the network is bad")
  func brokenParts() async throws {
    let library = UpstreamLibrary(seed: 1)
    let weather = NetworkWeather(network: .always(.truncate), seed: 1)
    var held: [UInt8] = []
    var headers: HeaderFields = ["Host": "upstream"]
    for left in [1_000, 500, 250] {
      let request = RecordedRequest(path: "/files/a", query: "bytes=1000", headers: headers)
      let script = weather.script(for: try await library.answer(to: request), answering: request)
      #expect(script.framing == .length(left))
      guard script.steps.count == 2, case .blocks(let range, let steps) = script.steps[0],
        case .bytes(let bytes)? = steps(range).first, case .close = script.steps[1]
      else {
        Issue.record("other steps")
        return
      }
      #expect(bytes.count == left / 2)
      held += bytes
      let tag = try #require(script.headers["ETag"])
      headers = ["Host": "upstream", "Range": "bytes=\(held.count)-", "If-Range": tag]
    }
    #expect(held == RandomBytes(seed: 1)[0..<875])
  }

  @Test("in parts with more declared than comes, where that is what goes wrong")
  func wrongLength() async throws {
    try await withEmbedded { upstream in
      let path = "/files/a?bytes=1000&fault=wrong-length"
      let answer = try await upstream.answer(path, ["Range": "bytes=900-"])
      #expect(answer.head.fields["Content-Length"] == "1100")
      #expect(answer.body.count == 100)
      #expect(answer.isCutOff)
    }
  }

  @Test("so that a fetcher whose connection is lost goes on where it was", arguments: ["truncate", "reset"])
  func resumed(fault: String) async throws {
    var network = Network()
    network.faults = [UpstreamFault(rawValue: fault) ?? .stall: 0.5]
    try await withEmbedded(network: network) { upstream in
      var configuration = Fetcher.Configuration()
      configuration.retry.retries = 20
      configuration.retry.base = .zero
      let fetcher = Fetcher(transport: AsyncHTTPClientTransport.local(), configuration: configuration)
      for number in 0..<10 {
        let path = "/files/\(number)?bytes=300000&seed=\(number)"
        let body = try await fetcher.data(for: upstream.request(path)).value().body
        #expect([UInt8](body) == RandomBytes(seed: UInt64(number))[0..<300_000])
      }
    }
  }
}
