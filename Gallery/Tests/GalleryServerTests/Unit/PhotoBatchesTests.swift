import ErrandsAsyncHTTPClient
import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import Foundation
import GalleryDatabase
import GalleryJobs
import Logging
import Testing

@testable import GalleryServer

@Suite("Batches whose store does what it does not say", .timeLimit(.minutes(1)))
struct PhotoBatchesTests {
  /// The members had been taken, and their server did not know: while it was busy with another batch it said that it lives, and
  /// nobody took them. The batch stood still for as long as that went on.
  @Test("What was taken by a call whose answer was lost is carried out, while another batch goes on")
  func lostTake() async throws {
    try await withBatches { batches, store, upstream in
      _ = try await batches.start(try order("/stall/1"), for: nil)
      _ = try await upstream.request(1)
      store.loseAnswer(to: .take)
      let id = try await batches.start(try order("/photo/1"), for: nil)
      #expect(try await upstream.request(2).path == "/photo/1")
      while try await store.batch(id)?.ended == nil { await Task.yield() }
      #expect(try await store.batch(id)?.succeeded == 1)
      #expect(batches.runningCount == 1, "the other one")
    }
  }

  /// The client was told to try again, while the batch went on: it was carried out twice.
  @Test("A batch that was kept by a call whose answer was lost is answered as any other")
  func lostCreation() async throws {
    try await withBatches { batches, store, upstream in
      store.loseAnswer(to: .create)
      let id = try await batches.start(try order("/photo/1"), for: nil)
      #expect(try await store.batch(id)?.total == 1)
      #expect(try await store.page(after: nil, limit: 9).count == 1)
      store.fail(with: LibraryError.away("postgres://here/", reason: "It is away."))
      await #expect(throws: LibraryError.self) { try await batches.start(try order("/photo/2"), for: nil) }
      store.fail(with: nil)
    }
  }

  private func order(_ path: String) throws -> PhotosOrder {
    try PhotosOrder(json: Data(#"{"urls":["\#(path)"]}"#.utf8))
  }

  /// Runs a test with what carries out batches, and says every tenth of a second that it lives.
  private func withBatches(
    _ test: (PhotoBatches, FaultyBatchStore, ScriptedUpstream) async throws -> Void
  ) async throws {
    let file = URL.temporaryLibrary
    let store = FaultyBatchStore(SQLiteBatchStore(try Library(at: file)))
    let upstream = try await ScriptedUpstream.start(respond: Script.photo)
    let batches = PhotoBatches(
      store: { store },
      fetcher: Fetcher(transport: AsyncHTTPClientTransport.local()),
      base: upstream.url,
      signer: ImageSigner(key: SigningKey(), own: OwnUpstream(nil)),
      hub: EventHub(listenerLimit: 1),
      timeline: Timeline(),
      limits: .init(
        batches: BatchLimits(running: 9, runningOfOne: 9),
        time: .seconds(3_600),
        lease: .milliseconds(300),
        taken: 6
      ),
      logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
    )
    let running = Task { await batches.run() }
    let result: Result<Void, any Error>
    do {
      result = .success(try await test(batches, store, upstream))
    } catch {
      result = .failure(error)
    }
    batches.close()
    await running.value
    await upstream.stop()
    try? FileManager.default.removeItem(at: file.deletingLastPathComponent())
    try result.get()
  }
}
