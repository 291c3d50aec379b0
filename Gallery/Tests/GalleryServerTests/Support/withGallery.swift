import ErrandsAsyncHTTPClient
import ErrandsLoading
import ErrandsUpstream
import Foundation
import GalleryJobs
import GalleryServer

/// Runs a test against a server in front of an upstream, and ends the server however the test ends.
func withGallery(
  before upstream: URL,
  clock: any Clock<Duration> = ContinuousClock(),
  library: URL = .temporaryLibrary,
  cache: HTTPCache? = nil,
  configure: (inout GalleryServer.Configuration) -> Void = { _ in },
  _ test: (RunningGallery) async throws -> Void
) async throws {
  defer { try? FileManager.default.removeItem(at: library.deletingLastPathComponent()) }
  var configuration = Fetcher.Configuration()
  configuration.retry = .never
  configuration.clock = clock
  let transport = AsyncHTTPClientTransport.local()
  let giphy = try Giphy(base: upstream.absoluteString, key: "secret-key")
  let searches = Fetcher(transport: giphy.transport(over: transport), configuration: configuration)
  let gallery = try await RunningGallery.start(
    upstream,
    transport: transport,
    loading: configuration,
    cache: cache,
    gifs: { GifsJob(giphy: giphy, fetcher: searches, style: $0) },
    library: library,
    configure: configure
  )
  do {
    try await test(gallery)
  } catch {
    gallery.serving.cancel()
    _ = await gallery.serving.result
    throw error
  }
  gallery.serving.cancel()
  _ = await gallery.serving.result
}

/// The same, with an upstream that does as it is told.
func withGallery(
  clock: any Clock<Duration> = ContinuousClock(),
  library: URL = .temporaryLibrary,
  cache: HTTPCache? = nil,
  configure: (inout GalleryServer.Configuration) -> Void = { _ in },
  respond: @escaping @Sendable (RecordedRequest) async throws -> Script,
  _ test: (RunningGallery, ScriptedUpstream) async throws -> Void
) async throws {
  let upstream = try await ScriptedUpstream.start(respond: respond)
  do {
    try await withGallery(
      before: upstream.url,
      clock: clock,
      library: library,
      cache: cache,
      configure: configure
    ) {
      try await test($0, upstream)
    }
  } catch {
    await upstream.stop()
    throw error
  }
  await upstream.stop()
}
