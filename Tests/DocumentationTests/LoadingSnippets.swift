import Errands
import ErrandsAsyncHTTPClient
import ErrandsImages
import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// They are compiled, and not run: there is no network here.
private enum LoadingSnippets {
  static func overAsyncHTTPClient() async throws {
    let fetcher = Fetcher(transport: AsyncHTTPClientTransport())
    let request = try FetchRequest(address: "https://example.com/chart.json")
    let chart = try await fetcher.json(Chart.self, for: request).value()
    print(chart)
  }

  static func overURLSession() async throws {
    let fetcher = Fetcher(transport: URLSessionTransport())
    let request = try FetchRequest(address: "https://example.com/chart.json")
    let chart = try await fetcher.json(Chart.self, for: request).value()
    print(chart)
  }
}

@Suite("The upstream's snippets")
struct UpstreamSnippets {
  @Test("hold a picture back half-way", .timeLimit(.minutes(1)))
  func script() async throws {
    // Half a picture, and then silence until the test says otherwise.
    let gate = Gate()
    let script = Script(
      headers: ["Content-Type": "image/gif"],
      steps: [.text("GIF89a"), .wait(gate.wait), .bytes([0x3b])]
    )
    let upstream = try await ScriptedUpstream.start { _ in script }
    gate.open()
    let (data, _) = try await URLSession.shared.data(from: upstream.url("/"))
    #expect(data.count == 7)
    await upstream.stop()
  }
}

@Suite("The images' snippets")
struct ImageSnippets {
  @Test("draw a picture and look at it")
  func draw() async throws {
    let disc = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><circle cx='4' cy='4' r='3'/></svg>"
    let picture = try await ImageRenderer.render(svg: disc, width: 600, height: 600)
    let bytes = try await picture.encoded(as: .jpeg(quality: 85))
    let info = try await ImageInfo(reading: bytes)
    print(info.format.mediaType, info.width, info.height)
    #expect(info == ImageInfo(format: .jpeg, width: 600, height: 600))
  }
}
