import Errands
import ErrandsAsyncHTTPClient
import ErrandsLoading
import ErrandsUpstream
import Foundation
import GalleryDatabase
import GalleryJobs

@testable import GalleryServer

/// A server that is stopped and started again, on the same data, before the same upstream.
struct Restarting: Sendable {
  let library: URL
  private let upstream: URL
  private let shared: Errand<any LibraryStore>?
  private let cache: HTTPCache?
  private let configure: @Sendable (inout GalleryServer.Configuration) -> Void
  private let key = SigningKey()

  init(
    before upstream: URL,
    library: URL = .temporaryLibrary,
    sharing shared: Errand<any LibraryStore>? = nil,
    cache: HTTPCache? = nil,
    configure: @escaping @Sendable (inout GalleryServer.Configuration) -> Void = { _ in }
  ) {
    self.upstream = upstream
    self.library = library
    self.shared = shared
    self.cache = cache
    self.configure = configure
  }

  /// The store of its batches, as another process would see it.
  func store(now: @escaping @Sendable () -> Date = { Date() }) throws -> SQLiteBatchStore {
    SQLiteBatchStore(try Library(at: library), now: now)
  }

  func start() async throws -> RunningGallery {
    var loading = Fetcher.Configuration()
    loading.retry = .never
    let giphy = try Giphy(base: upstream.absoluteString, key: "secret-key")
    let transport = AsyncHTTPClientTransport.local()
    let searches = Fetcher(transport: transport, configuration: loading)
    return try await RunningGallery.start(
      upstream,
      transport: transport,
      loading: loading,
      cache: cache,
      gifs: { GifsJob(giphy: giphy, fetcher: searches, style: $0) },
      library: library,
      sharing: shared
    ) { configuration in
      configuration.signingKey = key
      configure(&configuration)
    }
  }

  /// Runs a test with a server, and stops that as a person does, however the test ends.
  func run<Value>(_ test: (RunningGallery) async throws -> Value) async throws -> Value {
    let gallery = try await start()
    let value: Value
    do {
      value = try await test(gallery)
    } catch {
      await gallery.stop()
      throw error
    }
    await gallery.stop()
    return value
  }
}

extension RunningGallery {
  /// Stops it as an interrupt does, and waits until it has ended.
  func stop() async {
    serving.cancel()
    _ = await serving.result
  }
}

/// Runs a test with an upstream that does as it is told, before which a server is stopped and started again.
func withRestarts(
  configure: @escaping @Sendable (inout GalleryServer.Configuration) -> Void = { _ in },
  respond: @escaping @Sendable (RecordedRequest) async throws -> Script,
  _ test: (Restarting, ScriptedUpstream) async throws -> Void
) async throws {
  let upstream = try await ScriptedUpstream.start(respond: respond)
  let restarting = Restarting(before: upstream.url, configure: configure)
  do {
    try await test(restarting, upstream)
  } catch {
    await upstream.stop()
    throw error
  }
  await upstream.stop()
  try? FileManager.default.removeItem(at: restarting.library.deletingLastPathComponent())
}

/// Photos at `/late…` that never come, until they are let go; the rest as ``Script/photo(for:)`` has it.
final class LatePhotos: Sendable {
  private let areHere = Lock(false)

  func letGo() { areHere.withLock { $0 = true } }

  @Sendable func respond(to request: RecordedRequest) -> Script {
    guard request.path.hasPrefix("/late") else { return Script.photo(for: request) }
    return areHere.withLock { $0 } ? .photo : .stalled
  }
}
