import Errands
import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

@Suite("The snippets of “Downloads that go on”", .timeLimit(.minutes(1)))
struct DownloadGuideSnippets {
  private static let film = ServedFile([UInt8](repeating: 7, count: 1 << 20), entityTag: "\"a\"")
  private let scope = Scope()

  @Test("pause a download, and go on with it")
  func pause() async throws {
    // The first answer stops in the middle, so that there is something to pause.
    let half = [Script.Step.bytes([UInt8](repeating: 7, count: 1 << 19)), .stall]
    try await withLoader(respond: { request in
      guard request.number == 1 else { return Self.film.answer(to: request) }
      return Script(headers: ["ETag": "\"a\"", "Content-Length": "\(Self.film.count)"], steps: half)
    }) { fetcher, upstream in
      try await withFolder { folder in
        let (request, path) = (FetchRequest(upstream.url("/film.mp4")), folder + "/film.mp4")
        let bar = Events<Int64>()

        let film = fetcher.download(request, to: Destination(file: path))

        let run = film.run(in: scope)
        run.onProgress(on: .immediate) { progress in bar.record(progress.completed) }
        _ = try await bar.first { $0 == 1 << 19 }
        run.cancel()
        #expect(!FileManager.default.fileExists(atPath: path))

        let file = try await film.value(in: scope)
        print("\(file.path), \(file.resumedFrom) bytes of it from before")

        #expect(file.resumedFrom == 1 << 19)
        #expect(file.byteCount == 1 << 20)
      }
    }
  }

  @Test("choose where files go")
  func destinations() async throws {
    try await withLoader(respond: { request in Self.film.answer(to: request) }) { fetcher, upstream in
      try await withFolder { folder in
        let (films, path) = (folder + "/films", folder + "/film.mp4")
        let addresses = [upstream.url("/a/film.mp4"), upstream.url("/b/film.mp4")]

        let one = Destination(file: path, existing: .fail)
        let batch = Destination(folder: films, existing: .keepBoth)
        let all = Errand.all(addresses.map { fetcher.download(FetchRequest($0), to: batch) })

        let names = try await all.value().map { URL(filePath: $0.path).lastPathComponent }
        #expect(names.sorted() == ["film 2.mp4", "film.mp4"])
        let request = FetchRequest(addresses[0])
        _ = try await fetcher.download(request, to: one).value()
        await #expect(throws: FileFailure.exists(path)) {
          try await fetcher.download(request, to: one).value()
        }
      }
    }
  }

  @Test("check the digest, and tell what happens")
  func options() async throws {
    try await withLoader(respond: { request in Self.film.answer(to: request) }) { fetcher, upstream in
      try await withFolder { folder in
        let (request, path) = (FetchRequest(upstream.url("/film.mp4")), folder + "/film.mp4")
        let expected = String(repeating: "0", count: 64)
        let log = Events<String>()

        var options = DownloadOptions()
        options.sha256 = expected
        options.byteLimit = 8 << 30
        options.bandwidth = BandwidthLimit(bytesPerSecond: 50_000_000)
        let film = fetcher.download(request, to: Destination(file: path), options: options) { event in
          switch event {
          case .trying(let number): log.record("try \(number)")
          case .receiving(_, let status, let held): log.record("\(status), behind \(held) bytes")
          }
        }

        await #expect(throws: FileFailure.self) { try await film.value() }
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(log.all == ["try 1", "200, behind 0 bytes"])
      }
    }
  }

  @Test("ask only for what has changed")
  func unchanged() async throws {
    try await withLoader(respond: { request in Self.film.answer(to: request) }) { fetcher, upstream in
      try await withFolder { folder in
        let (request, path) = (FetchRequest(upstream.url("/film.mp4")), folder + "/film.mp4")
        let state = folder + "/state"

        var options = DownloadOptions()
        options.validators = FileValidators(folder: state)
        options.asksIfChanged = true
        let film = fetcher.download(request, to: Destination(file: path), options: options)

        let (first, second) = (try await film.value(), try await film.value())
        #expect(!first.isUnchanged)
        #expect(second.isUnchanged)
      }
    }
  }
}
