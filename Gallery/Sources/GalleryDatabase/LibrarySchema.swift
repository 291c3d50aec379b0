import GRDB

/// The tables of a library, and how one of an older version becomes one of this version.
///
/// A migration that has been shipped is never changed: there are files that it was applied to.
package enum LibrarySchema {
  package static let migrator: DatabaseMigrator = {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("saved", migrate: makeTable)
    migrator.registerMigration("order", migrate: addOrder)
    migrator.registerMigration("library: files and search", migrate: addFilesAndSearch)
    migrator.registerMigration("batches", migrate: BatchSchema.make)
    return migrator
  }()

  /// Brings a file up to date. Two programs may do so at once: a step that fails because the other has done it is passed over.
  static func migrate(_ pool: DatabasePool) throws {
    while true {
      let done = try pool.read(migrator.appliedIdentifiers)
      do {
        return try migrator.migrate(pool)
      } catch {
        guard try pool.read(migrator.appliedIdentifiers).count > done.count else { throw error }
      }
    }
  }

  private static func makeTable(in database: Database) throws {
    try database.create(table: "saved") { table in
      // The number of something that was deleted is not given out again.
      table.autoIncrementedPrimaryKey("id")
      table.column("url", .text).notNull().unique()
      table.column("content", .blob).notNull()
      table.column("savedAt", .double).notNull()
    }
  }

  /// The moment alone is no order: two things may be saved in the same one, and a machine's clock is put back now
  /// and then. A place that only goes up also makes a cursor that stays true whatever is saved meanwhile.
  private static func addOrder(in database: Database) throws {
    try database.alter(table: "saved") { table in
      table.add(column: "place", .integer).notNull().defaults(to: 0)
      table.add(column: "kind", .text).notNull().defaults(to: "article")
    }
    try database.execute(
      sql: """
        UPDATE saved SET place = ordered.place
        FROM (SELECT id, row_number() OVER (ORDER BY savedAt, id) AS place FROM saved) AS ordered
        WHERE ordered.id = saved.id
        """
    )
    try database.create(index: "savedInOrder", on: "saved", columns: ["place"], options: .unique)
  }
}
