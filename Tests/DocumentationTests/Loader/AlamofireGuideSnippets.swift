import Errands
import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

private struct Draft: Sendable, Codable {
  let title: String
}

@Suite("The snippets for who comes from Alamofire", .timeLimit(.minutes(1)))
struct AlamofireGuideSnippets {
  private let scope = Scope()

  @Test("ask and decode")
  func requests() async throws {
    try await withLoader(respond: { _ in .json(#"{"title": "Sea"}"#) }) { fetcher, upstream in
      let (url, shown, draft) = (upstream.url("/chart"), Events<String>(), Draft(title: "Sea"))
      let show: @Sendable (Result<Draft, any Error>) -> Void = { _ in shown.record("shown") }

      var request = FetchRequest(url)
      let chart = try await fetcher.json(Draft.self, for: request).value()
      fetcher.json(Draft.self, for: request).run(in: scope, on: .concurrent) { outcome in show(outcome) }
      let answer = try await fetcher.data(for: request).value()
      let text = fetcher.value(for: request) { answer in String(decoding: answer.body, as: UTF8.self) }

      request.url.append(queryItems: [URLQueryItem(name: "page", value: "2")])
      request.fields["Accept"] = "application/json"
      request.fields["Authorization"] = "Basic \(Data("me:secret".utf8).base64EncodedString())"
      request.method = .post
      request.body = try .json(draft)
      request.body = .bytes(Data("title=Sea".utf8), contentType: "application/x-www-form-urlencoded")
      _ = try await fetcher.data(for: request).value()

      _ = try await shown.event(1)
      #expect(chart.title == "Sea")
      #expect(try await text.value() == String(decoding: answer.body, as: UTF8.self))
      let posted = upstream.requests.first { $0.method == "POST" }
      #expect(posted?.query == "page=2")
      #expect(posted?.headers["Authorization"] == "Basic bWU6c2VjcmV0")
    }
  }

  @Test("download, upload and stream")
  func files() async throws {
    try await withLoader(respond: { _ in .ok("film") }) { fetcher, upstream in
      try await withFolder { folder in
        let (request, path) = (FetchRequest(upstream.url("/film")), folder + "/film")
        let bars = Events<Int64>()

        let film = fetcher.download(request, to: Destination(file: path))
        let run = film.run(in: scope)
        run.onProgress(on: .immediate) { progress in bars.record(progress.completed) }
        run.cancel()
        let file = try await film.value(in: scope)

        var upload = FetchRequest(upstream.url("/films"), method: .post)
        var form = MultipartForm()
        form.append("title", "Sunset")
        try form.append("film", file: file.path, contentType: "video/mp4")
        upload.body = form.body.reporting { progress in bars.record(progress.completed) }
        _ = try await fetcher.data(for: upload).value()

        let response = try await fetcher.response(for: request, in: scope)
        for try await chunk in response.body { bars.record(Int64(chunk.count)) }

        #expect(file.byteCount == 4)
        #expect(bars.all.last == 4)
      }
    }
  }

  @Test("change the policies")
  func policies() throws {
    var configuration = Fetcher.Configuration()
    configuration.retry = RetryPolicy(retries: 2)
    configuration.retry = .never
    configuration.redirectLimit = 0
    configuration.deadline = .seconds(60)
    #expect(configuration.retry == .never)
  }

  @Test("look on")
  func trace() async throws {
    try await withLoader { fetcher, upstream in
      let request = FetchRequest(upstream.url("/chart?key=secret"))
      let heard = Events<String>()

      let observation = Trace.observe { event in heard.record("\(event.name): \(event.kind)") }
      _ = try await fetcher.data(for: request).value()
      observation.cancel()

      #expect(heard.all.contains { $0.contains("GET http://127.0.0.1:\(upstream.port)/chart?key=…") })
    }
  }
}
