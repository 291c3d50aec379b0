import ErrandsPostgres

extension PostgresLibrary {
  /// What one holds that runs on the library. What its connections are called does not tell: that may stand in the address, or
  /// in the environment.
  private static let lock = "hashtext('gallery_server')"

  /// Lets all who would replace the library know that a server runs on it, for as long as this object lives. Returns when they
  /// know, or when the database is away, behind which they do as soon as it is back.
  public func beginServing() async {
    let (known, continuation) = AsyncStream.makeStream(of: Never.self)
    let beginning = "SELECT pg_try_advisory_lock_shared(\(Self.lock))"
    let listener = lost.note(
      PostgresListener(pool.address, channels: [], beginning: beginning) { _ in continuation.finish() }
    )
    serving.withLock { $0 = listener }
    for await _ in known {}
  }

  /// The pictures that all servers on the library share. From now on a server that does not hear what others purge is not ready.
  ///
  /// - Parameter byteLimit: How much is kept of them; nil, the default, for the cache's usual limit.
  /// - Throws: ``LibraryError``.
  public func pictures(byteLimit: Int64? = nil) async throws -> PostgresCache {
    var configuration = PostgresCache.Configuration()
    configuration.name = "gallery_cache"
    if let byteLimit { configuration.byteLimit = byteLimit }
    let cache = PostgresCache(pool, configuration: configuration)
    try await pool.explained { try await cache.prepare().value() }
    sharedPictures.withLock { $0 = cache }
    return cache
  }

  /// The same until a transaction ends.
  static func use(in database: PostgresConnection) throws {
    try database.execute("SELECT pg_try_advisory_xact_lock_shared(\(lock))")
  }

  /// Whether anybody else does.
  static func isUsed(in database: PostgresConnection) throws -> Bool {
    try database.execute(
      """
      SELECT EXISTS (
        SELECT FROM pg_locks
        WHERE locktype = 'advisory' AND objsubid = 1 AND pid <> pg_backend_pid()
          AND (classid::bigint << 32 | objid::bigint) = \(lock)::bigint
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
      ) AS answer
      """
    )[0].value("answer")
  }
}
