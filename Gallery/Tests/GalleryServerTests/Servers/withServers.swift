import Errands
import ErrandsLoading
import ErrandsPostgres
import ErrandsUpstream
import Foundation
import GalleryDatabase
import GalleryJobs
import GalleryPostgres

@testable import GalleryServer

/// Servers on one database of their own, which are stopped and started one by one, before one upstream.
struct Servers: Sendable {
  let address: PostgresAddress
  let upstream: ScriptedUpstream

  fileprivate init(before upstream: ScriptedUpstream) async throws {
    address = try await TestServer.database()
    self.upstream = upstream
  }

  /// A connection of its own to what they share, as each of them has one.
  func library() async throws -> PostgresLibrary { try await PostgresLibrary(PostgresPool(address)) }

  /// Starts one more.
  ///
  /// - Parameter cache: What it has for itself.
  func start(
    cache: HTTPCache? = nil,
    configure: @escaping @Sendable (inout GalleryServer.Configuration) -> Void = { _ in }
  )
    async throws -> RunningGallery
  {
    let library = try await library()
    let key = SigningKey(bytes: try await library.secret("signing key", orElse: SigningKey().bytes))
    await library.beginServing()
    let pictures = try await library.pictures()
    return try await Restarting(before: upstream.url, sharing: .success(library), cache: cache) {
      configuration in
      configuration.signingKey = key
      configuration.sessions = PostgresSessions(of: library)
      configuration.articles = ArticleFeed(base: upstream.url)
      configuration.pictureTier = pictures
      configuration.batchMembersTaken = 6
      // What a server that lives has taken is not taken from it, however busy the machine is.
      configuration.batchLease = .seconds(60)
      configure(&configuration)
    }
    .start()
  }
}

/// Runs a test with as many servers on one database, and stops them however the test ends.
func withServers(
  _ count: Int,
  respond: @escaping @Sendable (RecordedRequest) async throws -> Script,
  caching: Bool = false,
  configure: @escaping @Sendable (inout GalleryServer.Configuration) -> Void = { _ in },
  _ test: (Servers, [RunningGallery]) async throws -> Void
) async throws {
  let upstream = try await ScriptedUpstream.start(respond: respond)
  let servers = try await Servers(before: upstream)
  var running: [RunningGallery] = []
  for _ in 0..<count {
    let cache = caching ? HTTPCache(isShared: true) : nil
    running.append(try await servers.start(cache: cache, configure: configure))
  }
  let result: Result<Void, any Error>
  do {
    result = .success(try await test(servers, running))
  } catch {
    result = .failure(error)
  }
  for gallery in running { await gallery.stop() }
  await upstream.stop()
  try result.get()
}
