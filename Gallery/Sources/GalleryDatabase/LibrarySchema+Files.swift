import Foundation
import GRDB

extension LibrarySchema {
  /// Things have names, are found by the words in them, and may have a file.
  ///
  /// The words are a column, and their index is SQLite's own (FTS5, section 4.4.3), kept by triggers: whoever writes a row,
  /// in whichever version to come, cannot forget it. They are folded before they are written, so the index only has to
  /// know what a space is.
  static func addFilesAndSearch(in database: Database) throws {
    try database.alter(table: "saved") { table in
      table.add(column: "title", .text).notNull().defaults(to: "")
      table.add(column: "words", .text).notNull().defaults(to: "")
      table.add(column: "file", .text)
      table.add(column: "mediaType", .text)
      table.add(column: "bytes", .integer)
      table.add(column: "digest", .text)
      table.add(column: "isMissing", .boolean).notNull().defaults(to: false)
    }
    try nameThings(in: database)
    try database.create(index: "savedOfKind", on: "saved", columns: ["kind", "place"])
    // What all files take together, and which they are, is read from it alone.
    try database.execute(
      sql: "CREATE INDEX savedFiles ON saved(file, bytes, isMissing) WHERE file IS NOT NULL"
    )
    try database.execute(
      sql: """
        CREATE VIRTUAL TABLE savedWords
          USING fts5(words, content = 'saved', content_rowid = 'id', tokenize = 'ascii', prefix = '1 2 3');
        INSERT INTO savedWords(savedWords) VALUES ('rebuild');
        CREATE TRIGGER savedInserted AFTER INSERT ON saved BEGIN
          INSERT INTO savedWords(rowid, words) VALUES (new.id, new.words);
        END;
        CREATE TRIGGER savedDeleted AFTER DELETE ON saved BEGIN
          INSERT INTO savedWords(savedWords, rowid, words) VALUES ('delete', old.id, old.words);
        END;
        CREATE TRIGGER savedUpdated AFTER UPDATE OF words ON saved BEGIN
          INSERT INTO savedWords(savedWords, rowid, words) VALUES ('delete', old.id, old.words);
          INSERT INTO savedWords(rowid, words) VALUES (new.id, new.words);
        END;
        """
    )
  }

  /// What was saved before is found, too. One at a time: a library may be larger than the memory.
  private static func nameThings(in database: Database) throws {
    for id in try Int64.fetchAll(database, sql: "SELECT id FROM saved") {
      let content = try Data.fetchOne(
        database,
        sql: "SELECT content FROM saved WHERE id = ?",
        arguments: [id]
      )
      guard let content else { continue }
      try database.execute(
        sql: "UPDATE saved SET title = ?, words = ? WHERE id = ?",
        arguments: [SearchWords.title(ofJSON: content), SearchWords(ofJSON: content).text, id]
      )
    }
  }
}
