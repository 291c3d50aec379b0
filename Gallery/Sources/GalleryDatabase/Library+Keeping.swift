import Foundation
import GRDB

extension Library {
  /// Keeps a thing as the newest, unless something is kept from its address already: then that stays as it is.
  ///
  /// Its file is at its place before there is a row that names it, and what is killed between the two leaves a file without
  /// a row, which the next one that opens the library deletes.
  public func keep(_ thing: NewThing) async throws -> KeptThing {
    let known = try await read { [self] database in
      let known = try Self.saved(at: thing.url, in: database)
      // A file for which there is no room is not written first.
      if known == nil { try requireRoom(for: thing, in: database) }
      return known
    }
    if let known { return KeptThing(thing: known, isNew: false) }
    guard let file = thing.file else { return try await insert(thing, nil) }
    let written = try await explaining { try await files.write(file) }
    do {
      let kept = try await insert(thing, written)
      if kept.thing.file?.name != written.name { await files.remove(written.name) }
      return kept
    } catch {
      await files.remove(written.name)
      throw error
    }
  }

  /// The bytes of a thing's file; `nil` where it has none, or has lost it, or has another one than was kept.
  public func file(of thing: SavedThing) async throws -> LibraryBytes? {
    guard let file = thing.file else { return nil }
    let bytes = try await explaining { try await files.read(file) }
    return bytes.map { LibraryBytes(bytes: $0, mediaType: file.mediaType, digest: file.digest) }
  }

  /// Deletes a thing, and then its file: what is killed between the two leaves a file without a row.
  ///
  /// - Returns: False where there is none.
  /// - Throws: ``LibraryError``; `CancellationError`.
  public func delete(_ id: Int64) async throws -> Bool {
    // The file would be left behind.
    try await explaining { try files.check() }
    let sql = "DELETE FROM saved WHERE id = ? RETURNING *"
    let deleted = try await write { try SavedThing.fetchAll($0, sql: sql, arguments: [id]).first }
    if let name = deleted?.file?.name { await files.remove(name) }
    return deleted != nil
  }

  /// Looks what a killed process has left, and what has been lost, before anything else is done.
  static func tidy(_ files: LibraryFiles, of pool: DatabasePool) throws {
    try files.sweep { present in
      try pool.write { database in
        let rows = try Row.fetchAll(
          database,
          sql: "SELECT id, file, isMissing FROM saved WHERE file IS NOT NULL"
        )
        var claimed: Set<String> = []
        for row in rows {
          let name = try row.value("file", as: String.self)
          let wasMissing = try row.value("isMissing", as: Bool.self)
          claimed.insert(name)
          guard wasMissing == present.contains(name) else { continue }
          let id = try row.value("id", as: Int64.self)
          let values: StatementArguments = [!wasMissing, id]
          try database.execute(sql: "UPDATE saved SET isMissing = ? WHERE id = ?", arguments: values)
        }
        return claimed
      }
    }
  }

  private func insert(_ thing: NewThing, _ written: LibraryFiles.Written?) async throws -> KeptThing {
    try await write { [self] database in
      // Somebody else may have been faster.
      if let known = try Self.saved(at: thing.url, in: database) {
        return KeptThing(thing: known, isNew: false)
      }
      try requireRoom(for: thing, in: database)
      let sql = """
        INSERT INTO saved (url, kind, title, words, content, savedAt, place, file, mediaType, bytes, digest)
        VALUES (?, ?, ?, ?, ?, ?, (SELECT ifnull(max(place), 0) + 1 FROM saved), ?, ?, ?, ?)
        RETURNING *
        """
      let values: StatementArguments = [
        thing.url, thing.kind, thing.title, SearchWords([thing.title] + thing.words).text, thing.content,
        Date().timeIntervalSince1970, written?.name, thing.file?.mediaType, thing.file.map { $0.bytes.count },
        written?.digest,
      ]
      return KeptThing(thing: try .changed(by: sql, values, in: database), isNew: true)
    }
  }

  /// - Throws: ``LibraryError/full(_:)`` where all files together would have more than their limit.
  private func requireRoom(for thing: NewThing, in database: Database) throws {
    guard let bytes = thing.file?.bytes.count else { return }
    let sum = "SELECT ifnull(sum(bytes), 0) FROM saved WHERE file IS NOT NULL"
    let total = try Int64.fetchOne(database, sql: sum) ?? 0
    let (needed, isTooLarge) = total.addingReportingOverflow(Int64(bytes))
    guard !isTooLarge, needed <= filesLimit else { throw LibraryError.full(file.path) }
  }

  private static func saved(at url: String, in database: Database) throws -> SavedThing? {
    try SavedThing.filter(Column("url") == url).fetchOne(database)
  }
}
