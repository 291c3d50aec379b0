import Dispatch
import Errands
import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import Testing

private final class Album: Sendable {
  let shown = Events<[Bool]>()

  func add(_ requests: [FetchRequest], by fetcher: Fetcher) -> Group<FetchedData> {
    let photos = Group<FetchedData>("photos")
    for request in requests {
      photos.add(fetcher.data(for: request).timeout(after: .seconds(30)))
    }
    photos.notify(for: self) { album, outcomes in album.show(outcomes) }
    return photos
  }

  func show(_ outcomes: [Result<FetchedData, any Error>]) {
    shown.record(outcomes.map { (try? $0.get()) != nil })
  }
}

@Suite("The tour's batch of photos", .timeLimit(.minutes(1)))
struct PhotoTourSnippets {
  private func requests(_ paths: [String], _ upstream: ScriptedUpstream) -> [FetchRequest] {
    paths.map { FetchRequest(upstream.url($0)) }
  }

  @Test("ends once, with the outcome of each in the order of the addresses")
  func ends() async throws {
    try await withLoader(respond: { $0.path == "/b" ? .status(404) : .ok("photo") }) { fetcher, upstream in
      let album = Album()
      _ = album.add(requests(["/a", "/b", "/c"], upstream), by: fetcher)
      let shown = try await album.shown.event(1)
      #expect(shown == [true, false, true])
      #expect(album.shown.count == 1)
    }
  }

  @Test("ends also where nothing was to be loaded, and where it is cancelled")
  func cancelled() async throws {
    let never: @Sendable (RecordedRequest) async throws -> Script = { _ in
      try await Gate().wait()
      return .ok("photo")
    }
    try await withLoader(respond: never) { fetcher, upstream in
      let album = Album()
      _ = album.add([], by: fetcher)
      let nothing = try await album.shown.event(1)
      #expect(nothing == [])
      album.add(requests(["/a", "/b"], upstream), by: fetcher).cancel()
      let cancelled = try await album.shown.event(2)
      #expect(cancelled == [false, false])
    }
  }

  @Test("is waited for no longer than one wants to wait, and goes on")
  func waiting() async throws {
    let gate = Gate()
    let held: @Sendable (RecordedRequest) async throws -> Script = { _ in
      try await gate.wait()
      return .ok("photo")
    }
    try await withLoader(respond: held) { fetcher, upstream in
      let photos = Album().add(requests(["/a"], upstream), by: fetcher)
      switch try await photos.outcomes(within: .milliseconds(10)) {
      case .completed(let outcomes): Issue.record("\(outcomes.count) photos are there")
      case .timedOut(let settled, let count): #expect((settled, count) == (0, 1))
      }
      gate.open()
      let outcomes = try await photos.outcomes()
      #expect(outcomes.count == 1)
    }
  }
}
