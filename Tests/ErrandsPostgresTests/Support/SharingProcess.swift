import Errands
import ErrandsAsyncHTTPClient
import ErrandsLoading
import ErrandsPostgres
import ErrandsTesting
import ErrandsUpstream
import Foundation

/// What a process that shares answers has: a cache of its own in memory and in a folder, before what all of them have.
struct SharingProcess: Sendable {
  let tier: PostgresCache
  let cache: HTTPCache
  let fetcher: Fetcher
  /// Each time that something is purged of the cache, whether the address that is watched belongs to it.
  let purged = Events<Bool>()

  /// - Parameters:
  ///   - folder: What a process that was there before it may have left.
  ///   - watched: An address.
  init(at address: PostgresAddress, folder: URL, watching watched: URL) async throws {
    var shared = PostgresCache.Configuration()
    // Who waits for it to run out waits too long.
    shared.lease = .seconds(600)
    shared.patience = .seconds(600)
    let pool = PostgresPool(address)
    let moment = try await pool.moment()
    tier = PostgresCache(PostgresPool(address), configuration: shared)
    try await tier.prepare().value()
    try await pool.waitForCaches(1, since: moment)
    cache = HTTPCache(folder: folder, isShared: true)
    _ = cache.whenForgotten { [purged] concerns in purged.record(concerns(FetchRequest(watched))) }
    await tier.attach(cache)
    var configuration = Fetcher.Configuration()
    configuration.cache = cache
    let transport = AsyncHTTPClientTransport.local()
    let sharing = SharedTransport(over: transport, tier: tier, byteLimit: 1_000_000)
    fetcher = Fetcher(transport: sharing, configuration: configuration)
  }

  func text(_ request: FetchRequest) async throws -> String {
    String(decoding: try await fetcher.data(for: request).value().body, as: UTF8.self)
  }

  func text(_ url: URL) async throws -> String { try await text(FetchRequest(url)) }

  /// Until it has carried out all that was purged before.
  func catchUp() async throws { try await tier.purge(.host("nowhere")).value() }
}

/// An upstream whose answers may be kept for an hour, with their number in them, one database, and folders for the caches of
/// processes that share what it answers.
struct SharingProcesses: Sendable {
  let address: PostgresAddress
  let upstream: ScriptedUpstream
  private let folder: URL

  fileprivate init(_ upstream: ScriptedUpstream, _ folder: URL) async throws {
    address = try await TestServer.database()
    (self.upstream, self.folder) = (upstream, folder)
  }

  /// Starts one, over what one of the same name has left.
  func start(_ name: String) async throws -> SharingProcess {
    let own = folder.appending(path: name, directoryHint: .isDirectory)
    return try await SharingProcess(at: address, folder: own, watching: upstream.url("/cover"))
  }
}

func withSharingProcesses(
  before each: @escaping @Sendable (RecordedRequest) async throws -> Void = { _ in },
  _ test: (SharingProcesses) async throws -> Void
) async throws {
  let number = Lock(0)
  let upstream = try await ScriptedUpstream.start { request in
    let answer = number.withLock { number in
      number += 1
      return number
    }
    try await each(request)
    return .ok("\(answer)", headers: ["Cache-Control": "max-age=3600"])
  }
  let folder = FileManager.default.temporaryDirectory.appending(path: "errands-\(UUID().uuidString)")
  let result: Result<Void, any Error>
  do {
    result = .success(try await test(SharingProcesses(upstream, folder)))
  } catch {
    result = .failure(error)
  }
  await upstream.stop()
  try? FileManager.default.removeItem(at: folder)
  try result.get()
}
