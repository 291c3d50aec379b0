import ErrandsAsyncHTTPClient
import ErrandsLoading
import ErrandsTesting
import Foundation
import GalleryServer

/// Runs a test against a server in front of an upstream, and ends the server however the test ends.
func withGallery(
  before upstream: URL,
  clock: any Clock<Duration> = ContinuousClock(),
  configure: (inout GalleryServer.Configuration) -> Void = { _ in },
  _ test: (RunningGallery) async throws -> Void
) async throws {
  var configuration = Fetcher.Configuration()
  configuration.retry = .never
  configuration.clock = clock
  let fetcher = Fetcher(transport: AsyncHTTPClientTransport.local(), configuration: configuration)
  let gallery = try await RunningGallery.start(upstream, fetcher: fetcher, configure: configure)
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
  configure: (inout GalleryServer.Configuration) -> Void = { _ in },
  respond: @escaping @Sendable (RecordedRequest) async throws -> Script,
  _ test: (RunningGallery, ScriptedUpstream) async throws -> Void
) async throws {
  let upstream = try await ScriptedUpstream.start(respond: respond)
  do {
    try await withGallery(before: upstream.url, clock: clock, configure: configure) {
      try await test($0, upstream)
    }
  } catch {
    await upstream.stop()
    throw error
  }
  await upstream.stop()
}
