import ErrandsPostgres
import Foundation
import GRDB
import GalleryDatabase

extension PostgresLibrary {
  /// Takes over everything that is kept in a library, and the batches: all of it, or nothing. No server may be running
  /// meanwhile; batches that had not ended go on when one starts.
  ///
  /// - Parameters:
  ///   - library: It stays as it is, and is not to be used by others meanwhile.
  ///   - replacing: Whether what is there may be replaced.
  /// - Throws: ``BackupError``, ``LibraryError``; `CancellationError`.
  public func take(_ library: Library, replacing: Bool = false) async throws -> BackupCount {
    try await pool.write { [pool] database in
      database.answerLimit = nil
      try Self.makeRoom(in: database, at: "\(pool.address)", replacing: replacing)
      return try library.pool.read { old in
        var count = BackupCount()
        for table in CarriedTable.all { try Self.carry(table, of: old, library, to: database, &count) }
        try Self.carryLog(of: old, to: database)
        count.rows += 1
        return count
      }
    }
  }

  /// - Throws: ``BackupError/inUse(_:)`` where a server is running.
  public func requireAlone() async throws {
    try await pool.read { [pool] in try Self.requireAlone(in: $0, at: "\(pool.address)") }
  }

  /// A server that has just ended is waited for; one that has lost its connection is given the time to come back.
  private static func requireAlone(in database: PostgresConnection, at address: String) throws {
    var looksWithout = 0
    for _ in 0..<30 {
      looksWithout = try isUsed(in: database) ? 0 : looksWithout + 1
      if looksWithout == 10 { return }
      try database.execute("SELECT pg_sleep(0.1)")
    }
    throw BackupError.inUse(address)
  }

  /// The tables whose rows are carried, with those of files and of workers.
  static let tables = "gallery_saved, gallery_file, gallery_batch, gallery_batch_member, gallery_batch_worker"

  /// Keeps everybody else out, and looks whether there is nothing, or makes it so.
  private static func makeRoom(
    in database: PostgresConnection,
    at address: String,
    replacing: Bool
  ) throws {
    try database.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
    try requireAlone(in: database, at: address)
    try use(in: database)
    try database.execute("LOCK TABLE \(tables) IN ACCESS EXCLUSIVE MODE")
    if replacing {
      // Numbers begin anew with it: only so does what is not kept leave them as they were.
      try database.execute("TRUNCATE \(tables) RESTART IDENTITY")
      return
    }
    let isEmpty = try database.execute(
      "SELECT NOT EXISTS (SELECT FROM gallery_saved) AND NOT EXISTS (SELECT FROM gallery_batch) AS empty"
    )[0].value("empty", as: Bool.self)
    guard isEmpty else { throw BackupError.hasLibrary(address) }
  }

  private static func carry(
    _ table: CarriedTable,
    of old: Database,
    _ library: Library,
    to database: PostgresConnection,
    _ count: inout BackupCount
  ) throws {
    let marks = table.columns.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
    let insertion = """
      INSERT INTO \(table.postgresName) (\(table.postgresList)) OVERRIDING SYSTEM VALUE VALUES (\(marks))
      """
    let rows = try Row.fetchCursor(old, sql: "SELECT \(table.list) FROM \(table.name) ORDER BY 1, 2")
    while let row = try rows.next() {
      let values = zip(table.columns, row.databaseValues).map { $0.postgresValue($1) }
      try database.execute(insertion, values)
      count.rows += 1
    }
    if table.name == SavedThing.databaseTableName { try carryFiles(of: old, library, to: database, &count) }
    guard let number = table.number, let last = try BackupFormat.lastNumber(of: table.name, in: old), last > 0
    else { return }
    try database.execute(
      "SELECT setval(pg_get_serial_sequence($1, $2), $3)",
      [.text(table.postgresName), .text(number), .int(last)]
    )
  }

  private static func carryFiles(
    of old: Database,
    _ library: Library,
    to database: PostgresConnection,
    _ count: inout BackupCount
  ) throws {
    let things = try SavedThing.filter(Column("file") != nil).order(Column("id")).fetchCursor(old)
    while let thing = try things.next() {
      guard let file = thing.file else { continue }
      guard let bytes = try library.whole(file) else {
        count.missing.append(thing.id)
        continue
      }
      try database.execute(
        "INSERT INTO gallery_file (thing, bytes) VALUES ($1, $2)",
        [.int(thing.id), .bytes(bytes)]
      )
      count.files += 1
      count.bytes += Int64(bytes.count)
    }
  }

  /// Under a name of its own: who has heard events of what was there is not to take these for the same.
  private static func carryLog(of old: Database, to database: PostgresConnection) throws {
    guard let row = try Row.fetchOne(old, sql: "SELECT place, forgotten FROM batchLog") else { return }
    try database.execute(
      "UPDATE gallery_batch_log SET store = replace(gen_random_uuid()::text, '-', ''), place = $1, forgotten = $2",
      [.int(try row.amount("place")), .int(try row.amount("forgotten"))]
    )
  }
}
