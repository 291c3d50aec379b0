import Errands
import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

@Suite("The snippets of “Uploads”", .timeLimit(.minutes(1)))
struct UploadGuideSnippets {
  struct Chart: Sendable, Codable, Equatable {
    let title: String
  }

  private let chart = Chart(title: "Sea")

  @Test("send a value, and get one back")
  func json() async throws {
    try await withLoader(respond: { .json($0.text) }) { fetcher, upstream in
      let url = upstream.url("/charts")

      var request = FetchRequest(url, method: .post)
      request.body = try .json(chart)
      let stored = try await fetcher.json(Chart.self, for: request).value()

      #expect(stored == chart)
      #expect(upstream.requests.first?.headers["Content-Type"] == "application/json")
    }
  }

  @Test("send bytes, a file, chunks and a form")
  func bodies() async throws {
    try await withLoader(respond: { _ in .status(204) }) { fetcher, upstream in
      try await withFolder { folder in
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let path = folder + "/sunset.jpg"
        try Data([0xff, 0xd8]).write(to: URL(filePath: path))
        let (bytes, sent) = (Data([1, 2, 3]), Events<Int64>())
        let makeLines: @Sendable () -> AsyncStream<Data> = {
          AsyncStream { lines in
            lines.yield(Data("one\n".utf8))
            lines.finish()
          }
        }
        var request = FetchRequest(upstream.url("/photos"), method: .put)

        request.body = .bytes(bytes, contentType: "image/png")
        _ = try await fetcher.data(for: request).value()
        request.body = try .file(path, contentType: "image/jpeg")
        _ = try await fetcher.data(for: request).value()
        request.body = .chunks(contentType: "text/plain") { makeLines() }
        _ = try await fetcher.data(for: request).value()

        var form = MultipartForm()
        form.append("title", "Sunset")
        try form.append("photo", file: path, contentType: "image/jpeg")
        request.body = form.body.reporting { progress in sent.record(progress.completed) }
        _ = try await fetcher.data(for: request).value()

        #expect(upstream.requests.map(\.bodyLength).prefix(3) == [3, 2, 4])
        #expect(sent.all.last == Int64(upstream.requests.last?.bodyLength ?? 0))
      }
    }
  }
}
