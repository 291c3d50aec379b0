import Errands
import ErrandsLoading
import ErrandsPromises
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

private struct Found: Sendable, Decodable {
  let gifs: [URL]
}

@MainActor
private final class GifScreen {
  let shown = Events<Int>()
  let reported = Events<String>()
  private let scope = Scope()

  func search(_ search: FetchRequest, by fetcher: Fetcher, into folder: Destination) {
    let files = fetcher.json(Found.self, for: search).flatMap { found in
      Errand.sequence(found.gifs, limit: 4) { gif in
        fetcher.download(FetchRequest(gif), to: folder)
      }
    }
    files.promise(in: scope)
      .done { files in self.show(files.map(\.path)) }
      .catch { error in self.report(error) }
  }

  private func show(_ paths: [String]) { shown.record(paths.count) }
  private func report(_ error: any Error) { reported.record("\(error)") }
}

@Suite("The tour's GIFs", .timeLimit(.minutes(1)))
struct GifTourSnippets {
  /// Searches, and gives the screen that shows what comes of it, and the folder.
  private func withGifs(
    _ answer: @escaping @Sendable (String) -> Script,
    _ snippet: (GifScreen, String) async throws -> Void
  ) async throws {
    let own: @Sendable (RecordedRequest) async throws -> Script = { request in
      guard request.path == "/search" else { return answer(request.path) }
      let host = request.headers["Host"] ?? ""
      let gifs = (1...9).map { #""http://\#(host)/\#($0).gif""# }.joined(separator: ",")
      return .json(#"{"gifs": [\#(gifs)]}"#)
    }
    try await withFolder { folder in
      try await withLoader(respond: own) { fetcher, upstream in
        let (screen, search) = (GifScreen(), FetchRequest(upstream.url("/search")))
        await screen.search(search, by: fetcher, into: Destination(folder: folder))
        try await snippet(screen, folder)
      }
    }
  }

  @Test("are searched, downloaded a few at a time, and whole in their places")
  func downloaded() async throws {
    try await withGifs({ _ in .ok("GIF89a") }) { screen, folder in
      let count = try await screen.shown.event(1)
      #expect(count == 9)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(names.sorted() == (1...9).map { "\($0).gif" })
    }
  }

  @Test("of which one is not there end in one place")
  func missing() async throws {
    try await withGifs({ path in path == "/3.gif" ? .status(404) : .ok("GIF89a") }) { screen, _ in
      let error = try await screen.reported.event(1)
      #expect(error.contains("404"))
    }
  }
}
