import Errands
import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import Foundation
import GalleryJobs
import Testing

@Suite("Loading models, in every style", .timeLimit(.minutes(1)))
struct ModelsJobTests {
  private func changes(
    of script: Script,
    by style: JobStyle,
    database: ShelfDatabase = ShelfDatabase()
  ) async throws -> [ModelChange] {
    try await withUpstream(script) { upstream in
      let changes = Events<ModelChange>()
      let job = ModelsJob<Article>(fetcher: .local(), database: database)
      let errand = job.load(FetchRequest(upstream.url("/1.json")), by: style) {
        changes.record(ModelChange(url: "/1.json", state: $0))
      }
      _ = await errand.outcome()
      return changes.all.map { change in
        guard let error = change.error else { return change }
        // The port is another each time.
        let told = ModelState<Article>.failed(Told(error.replacing("\(upstream.url)", with: "http://host")))
        return ModelChange(url: change.url, state: told)
      }
    }
  }

  private struct Told: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
  }

  @Test("The changes are the same in each style", arguments: JobStyle.allCases)
  func same(style: JobStyle) async throws {
    let loaded = try await changes(of: .article(17), by: style)
    #expect(loaded.filter { $0.state != "idle" }.map(\.state) == ["loading", "loaded"])
    #expect(loaded.count == 2)
    #expect(loaded.last?.storedID == 1)
    for script in [Script.status(404), .json(#"{"id":17}"#)] {
      let failed = try await changes(of: script, by: style)
      #expect(failed == (try await changes(of: script, by: .async)))
      #expect(failed.map(\.state) == ["loading", "failed"])
    }
    let gone = try await changes(of: .article(1), by: style, database: ShelfDatabase(isGone: true))
    #expect(gone.last?.error == "The shelf is gone.")
  }

  @Test(
    "Cancelled, it says that it is idle, its connection closes, and nothing is kept",
    arguments: JobStyle.allCases
  )
  func cancelled(style: JobStyle) async throws {
    let live = LiveObjects()
    try await withUpstream(.halfAnArticle) { upstream in
      let states = Events<String>()
      let job = ModelsJob<Article>(fetcher: .local(), database: ShelfDatabase(probe: live.object("database")))
      let run = job.load(FetchRequest(upstream.url("/1.json")), by: style) {
        states.record(ModelChange(url: "", state: $0).state)
      }.run()
      _ = try await upstream.request(1)
      run.cancel()
      try await upstream.earlyCloses(atLeast: 1)
      #expect(try await states.event(2) == "idle")
      #expect(states.all == ["loading", "idle"])
    }
    try await live.allGone()
  }

  private struct Cancelled: Transport {
    func send(_ request: FetchRequest) async throws -> TransportResponse { throw CancellationError() }
  }

  @Test("What others have cancelled ends, and says that it is idle", arguments: JobStyle.allCases)
  func cancelledElsewhere(style: JobStyle) async throws {
    let states = Events<String>()
    let job = ModelsJob<Article>(fetcher: .local(over: { _ in Cancelled() }), database: ShelfDatabase())
    let request = FetchRequest(try #require(URL(string: "http://a/1.json")))
    await #expect(throws: CancellationError.self) {
      try await job.load(request, by: style) { states.record(ModelChange(url: "", state: $0).state) }.value()
    }
    #expect(states.all == ["loading", "idle"])
  }

  /// The publisher's load ended when the main actor came round to it: the one that took its place shared it until then,
  /// and asked for nothing.
  @Test(
    "What it loads has ended when its cancellation returns: the next load asks anew",
    arguments: JobStyle.allCases
  )
  func endsAtOnce(style: JobStyle) async throws {
    try await withUpstream(.halfAnArticle) { upstream in
      let fetcher = Fetcher.local()
      let request = FetchRequest(upstream.url("/1.json"))
      let job = ModelsJob<Article>(fetcher: fetcher, database: ShelfDatabase())
      let run = job.load(request, by: style, onChange: { _ in }).run()
      _ = try await upstream.request(1)
      let next = await MainActor.run {
        run.cancel()
        return fetcher.data(for: request).run()
      }
      _ = try await upstream.request(2)
      next.cancel()
    }
  }

  @Test("A change is a line with all its keys, missing facts null")
  func line() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    func text(_ state: ModelState<Article>) throws -> String {
      String(decoding: try encoder.encode(ModelChange(url: "/a", state: state)), as: UTF8.self)
    }
    #expect(try text(.idle) == #"{"error":null,"state":"idle","storedID":null,"url":"/a"}"#)
    let failed = try text(.failed(Told("It broke.")))
    #expect(failed == #"{"error":"It broke.","state":"failed","storedID":null,"url":"/a"}"#)
    let article = try JSONDecoder().decode(Article.self, from: Data(ArticleText.json(1).utf8))
    let loaded = try text(.loaded(StoredModel(id: 7, model: article)))
    #expect(loaded == #"{"error":null,"state":"loaded","storedID":7,"url":"/a"}"#)
  }
}
