import Foundation
import GRDB
import Testing

@testable import GalleryDatabase

/// Backups that somebody has made by hand, with a digest that is right.
@Suite("Restoring what wishes no good")
struct RestoreAttackTests {
  /// Makes the digest of the rows right again.
  private func seal(_ backup: String) throws {
    let queue = try DatabaseQueue(path: backup)
    defer { try? queue.close() }
    try queue.write { database in
      let digest = try RowsDigest(of: database)
      try database.execute(sql: "UPDATE backup SET digest = ?", arguments: [digest.text])
    }
  }

  @Test(
    "A name leads nowhere: it is refused, or stands for a file with a name of its own",
    arguments: [
      "../../escaped.jpg", "/tmp/gallery-escaped.jpg", "..", "a/b.jpg", "no-ending", "x.", "x.j/g", "x.JPG",
      "",
      "x.\u{0}jpg", "x.ninechars1",
    ]
  )
  func namesThatLead(name: String) async throws {
    try await withBackup { backup, place in
      let queue = try DatabaseQueue(path: backup)
      try await queue.write { database in
        try database.execute(
          sql: "UPDATE backupFile SET name = ? WHERE name = (SELECT file FROM saved WHERE id = 1)",
          arguments: [name]
        )
        try database.execute(sql: "UPDATE saved SET file = ? WHERE id = 1", arguments: [name])
      }
      try queue.close()
      try seal(backup)
      let root = place.deletingLastPathComponent().deletingLastPathComponent()
      let before = GalleryDatabaseTests.names(below: root)
      do {
        _ = try Library.restore(backup, at: place)
        let present = try GalleryDatabaseTests.names(besides: place)
        #expect(present.count == 2 && present.allSatisfy { UUID(uuidString: String($0.dropLast(4))) != nil })
      } catch {
        #expect(error is BackupError)
      }
      let outside = GalleryDatabaseTests.names(below: root).filter { !$0.hasPrefix("other") }
      #expect(outside == before)
      #expect(!FileManager.default.fileExists(atPath: "/tmp/gallery-escaped.jpg"))
    }
  }

  @Test("A thing without its file does not read or delete another one's by its name")
  func missingName() async throws {
    try await withBackup { backup, place in
      let secret = place.deletingLastPathComponent().appending(path: "secret.txt")
      try FileManager.default.createDirectory(
        at: place.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try Data("secret".utf8).write(to: secret)
      try tamper(backup, "UPDATE saved SET file = '../secret.txt', isMissing = 1 WHERE id = 1")
      try seal(backup)
      _ = try Library.restore(backup, at: place)
      let library = try Library(at: place)
      let thing = try #require(try await library.page(limit: 9).things.last)
      #expect(try await library.file(of: thing) == nil)
      #expect(try await library.delete(thing.id))
      #expect(try String(contentsOf: secret, encoding: .utf8) == "secret")
    }
  }

  @Test("Two things that name one file get one each: to delete one leaves the other its own")
  func sharedName() async throws {
    try await withBackup { backup, place in
      try tamper(
        backup,
        "UPDATE saved SET (file, digest, bytes) = (SELECT file, digest, bytes FROM saved WHERE id = 1) WHERE id = 2"
      )
      try seal(backup)
      _ = try Library.restore(backup, at: place)
      let library = try Library(at: place)
      #expect(try await library.delete(1))
      let other = try #require(try await library.page(limit: 9).things.first { $0.id == 2 })
      #expect(try await library.file(of: other) != nil)
    }
  }

  @Test(
    "Rows that cannot be are refused with a sentence, and leave nothing behind",
    arguments: [
      "UPDATE saved SET bytes = 9000000000000000000 WHERE id = 1",
      "UPDATE saved SET bytes = 'many' WHERE id = 1",
      "UPDATE saved SET digest = upper(digest) || 'x' WHERE id = 1",
      "UPDATE saved SET file = x'00ff' WHERE id = 1",
      "DELETE FROM backupFile",
      "UPDATE backupFile SET content = content || 'x'",
      "UPDATE backupFile SET content = zeroblob(100000000)",
      "PRAGMA foreign_keys = OFF; INSERT INTO batchMember (batch, position, url) VALUES (99, 0, 'x')",
      "ALTER TABLE batchLog RENAME TO b; CREATE VIEW batchLog AS SELECT * FROM b",
      """
      ALTER TABLE batchWorker RENAME TO w;
      CREATE VIEW batchWorker AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)
        SELECT x AS id, 0.0 AS renewed, 0.0 AS lease FROM n
      """,
      "DROP TABLE batchMember",
    ]
  )
  func rows(sql: String) async throws {
    try await withBackup { backup, place in
      try tamper(backup, sql)
      if !sql.contains("VIEW"), !sql.contains("DROP") { try seal(backup) }
      #expect(throws: BackupError.self) { try Library.restore(backup, at: place) }
      #expect(!FileManager.default.fileExists(atPath: place.path()))
      #expect(names(below: place.deletingLastPathComponent()).filter { $0 != "gallery-files" } == [])
    }
  }

  /// Each of these ended the server whenever it started, or was asked for what it has, or kept it from keeping anything.
  private static let faults: [(String, String)] = [
    ("UPDATE saved SET mediaType = NULL WHERE id = 1", "saved"),
    ("UPDATE saved SET mediaType = 'text/html' WHERE id = 1", "saved"),
    ("UPDATE saved SET mediaType = 'image/svg+xml' WHERE id = 1", "saved"),
    ("UPDATE saved SET bytes = NULL, isMissing = 1 WHERE id = 1", "saved"),
    ("UPDATE saved SET bytes = -1, isMissing = 1 WHERE id = 1", "saved"),
    ("UPDATE saved SET digest = 'a' || char(10) || 'b', isMissing = 1 WHERE id = 1", "saved"),
    ("UPDATE saved SET isMissing = 'perhaps' WHERE id = 3", "saved"),
    ("UPDATE saved SET savedAt = 1e300", "saved"),
    ("UPDATE saved SET savedAt = 'once'", "saved"),
    ("UPDATE saved SET url = x'00ff' WHERE id = 3", "saved"),
    ("UPDATE saved SET place = 9223372036854775807 WHERE id = 3", "saved"),
    ("UPDATE saved SET id = 9223372036854775807 WHERE id = 3", "saved"),
    ("UPDATE sqlite_sequence SET seq = 9223372036854775807", "saved"),
    (batch("timeLimit", "1e30"), "batch"),
    (batch("timeLimit", "1e308"), "batch"),
    (batch("spent", "-1e308"), "batch"),
    (batch("succeeded", "9223372036854775807"), "batch"),
    (batch("ended", "9e99"), "batch"),
    (batch("bytes", "'many'"), "batch"),
    (
      """
      \(batch("weight", "1"));
      INSERT INTO batchMember (batch, position, url, status) SELECT number, 0, 'x', 'lost' FROM batch
      """, "batchMember"
    ),
    ("INSERT INTO batchWorker (id, renewed, lease) VALUES ('x', 0, 9e999)", "batchWorker"),
    ("UPDATE batchLog SET place = 9223372036854775807", "batchLog"),
    ("DELETE FROM batchLog", "batchLog"),
    ("INSERT INTO batchLog (store, place, forgotten) VALUES ('x', 1, 0)", "batchLog"),
  ]

  /// A batch that has one thing in it which is not as usual.
  private static func batch(_ column: String, _ value: String) -> String {
    """
    INSERT INTO batch (id, started, style, timeLimit, total, weight) VALUES ('x', 1, 'group', 60, 1, 1);
    UPDATE batch SET \(column) = \(value)
    """
  }

  @Test(
    "Rows that would be read and end the process are refused, and the library that is there stays",
    arguments: faults
  )
  func endless(sql: String, table: String) async throws {
    try await withBackup { backup, place in
      _ = try await Library(at: place).keep(.picture("own"))
      let before = names(below: place.deletingLastPathComponent())
      try tamper(backup, sql)
      try seal(backup)
      let error = #expect(throws: BackupError.self) {
        try Library.restore(backup, at: place, replacing: true)
      }
      #expect(error?.description.contains("is damaged: ") == true)
      #expect(error?.description.contains(table) == true)
      #expect(names(below: place.deletingLastPathComponent()) == before)
      #expect(try await Library(at: place).titles() == ["own"])
    }
  }

  @Test("What is wrong with a row is a sentence")
  func sentence() async throws {
    try await withBackup { backup, place in
      try tamper(backup, Self.batch("timeLimit", "1e30"))
      try seal(backup)
      let what = "batch has a row whose timeLimit is not a number of seconds from 0 to 315576000"
      #expect(throws: BackupError.damaged(backup, what: what)) { try Library.restore(backup, at: place) }
    }
  }

  @Test("No column of a library is without a rule")
  func rules() throws {
    let queue = try DatabaseQueue()
    try LibrarySchema.migrator.migrate(queue)
    #expect(RowRules.all.map(\.table) == BackupFormat.tables)
    for rules in RowRules.all {
      let columns = try queue.read { try $0.columns(in: rules.table) }
      #expect(Set(columns.map(\.name)) == Set(rules.kinds.keys))
      let optional = columns.filter { !$0.isNotNull && $0.primaryKeyIndex == 0 }
      #expect(Set(optional.map(\.name)) == rules.optional)
    }
  }

  @Test("A trigger or a table of somebody's does not come along")
  func strangers() async throws {
    try await withBackup { backup, place in
      try tamper(
        backup,
        """
        CREATE TABLE stranger (x);
        CREATE TRIGGER evil AFTER INSERT ON saved BEGIN DELETE FROM saved; END
        """
      )
      _ = try Library.restore(backup, at: place)
      let queue = try DatabaseQueue(path: place.path())
      let names = try await queue.read { try String.fetchAll($0, sql: "SELECT name FROM sqlite_schema") }
      #expect(names.contains("saved"))
      #expect(Set(names).isDisjoint(with: ["stranger", "evil", "backup", "backupFile"]))
    }
  }
}
