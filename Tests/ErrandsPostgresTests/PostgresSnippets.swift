import Errands
import ErrandsAsyncHTTPClient
import ErrandsLoading
import ErrandsPostgres
import Foundation
import Testing

@Suite("The code in ErrandsPostgres' documentation", .timeLimit(.minutes(2)))
struct PostgresSnippets {
  @Test("PostgresPool")
  func pool() async throws {
    let address = try await TestServer.database()
    try await PostgresPool(address).work { try $0.script("CREATE TABLE picture ()") }.value()
    let pool = PostgresPool(address)
    let count = try await pool.transaction { database in
      try database.execute("SELECT count(*) AS count FROM picture")[0].value("count", as: Int.self)
    }.value()
    #expect(count == 0)
  }

  @Test("SharedTransport")
  func transport() async throws {
    let cache = PostgresCache(PostgresPool(try await TestServer.database()))
    let transport = AsyncHTTPClientTransport.local()
    let configuration = Fetcher.Configuration()
    let shared = SharedTransport(over: transport, tier: cache, byteLimit: 20_000_000)
    let fetcher = Fetcher(transport: shared, configuration: configuration)
    #expect(fetcher.configuration.cache == nil)
  }

  @Test("PostgresCache")
  func cache() async throws {
    let pool = PostgresPool(try await TestServer.database())
    func rendered(_ number: Int) -> Errand<Data> { .success(Data("\(number)".utf8)) }
    let cache = PostgresCache(pool)
    try await cache.prepare().value()
    let cover = try await cache.value(for: "cover 7", make: rendered(7)).value()
    #expect(cover == Data("7".utf8))
  }

  @Test("Purging")
  func purging() async throws {
    let cache = PostgresCache(PostgresPool(try await TestServer.database()))
    try await cache.prepare().value()
    let local = HTTPCache()
    let cover = URL(filePath: "/cover")
    await cache.attach(local)
    try await cache.purge(.address(cover)).value()
    #expect(try await cache.statistics.value().entries == 0)
  }
}
