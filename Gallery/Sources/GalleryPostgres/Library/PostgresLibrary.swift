import ErrandsPostgres
import GalleryDatabase
import GalleryJobs

/// The library in a PostgreSQL that several servers share, with the files of its things.
public final class PostgresLibrary: Sendable {
  package let pool: PostgresPool
  let filesLimit: Int64
  /// What says that a server runs on it.
  let serving = Lock<PostgresListener?>(nil)
  let lost = LostListeners()
  let sharedPictures = Lock<PostgresCache?>(nil)

  /// Brings the database up to date, whichever server begins first. Blocks nothing that tasks share.
  ///
  /// - Parameter filesLimit: How large the files of all things may be together, in bytes.
  /// - Throws: ``LibraryError``.
  public init(_ pool: PostgresPool, filesLimit: Int64 = Library.usualFilesLimit) async throws {
    self.pool = pool
    self.filesLimit = filesLimit
    try await pool.explained {
      try await Self.checkEncoding(of: pool)
      let steps = [
        BatchTables.step, LibraryTables.step, ServerTables.step, LibraryTables.longAddresses,
        BatchTables.functions,
      ]
      try await pool.migrate(steps, in: "gallery_migration").value()
    }
  }

  /// Any other has no room for most titles that there are.
  private static func checkEncoding(of pool: PostgresPool) async throws {
    let encoding = try await pool.work { database in
      try database.execute("SELECT current_setting('server_encoding') AS name")[0]
        .value("name", as: String.self)
    }.value()
    guard encoding == "UTF8" else {
      throw LibraryError.unusable(
        "\(pool.address)",
        reason:
          "the database has the encoding \(encoding); create one WITH ENCODING 'UTF8' TEMPLATE template0"
      )
    }
  }

  /// Whether there is one in the database; to open it makes one.
  ///
  /// - Throws: ``LibraryError``.
  public static func isThere(in pool: PostgresPool) async throws -> Bool {
    try await pool.read {
      try $0.execute("SELECT to_regclass('gallery_saved') IS NOT NULL AS found")[0].value("found")
    }
  }

  /// Places go up in the order in which things can be seen: one writer at a time gives them out.
  func write<Value: Sendable>(
    _ work: @escaping @Sendable (PostgresConnection) throws -> Value
  ) async throws -> Value {
    try await pool.write { database in
      try database.execute("SELECT pg_advisory_xact_lock(hashtext('gallery_saved'))")
      return try work(database)
    }
  }
}
