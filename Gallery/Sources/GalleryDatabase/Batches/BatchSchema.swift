import Foundation
import GRDB

/// The tables of batches.
enum BatchSchema {
  static func make(in database: Database) throws {
    try database.execute(
      sql: """
        CREATE TABLE batch (
          -- Never given out again.
          number INTEGER PRIMARY KEY AUTOINCREMENT,
          id TEXT NOT NULL UNIQUE,
          started REAL NOT NULL,
          style TEXT NOT NULL,
          client TEXT,
          -- In seconds.
          timeLimit REAL NOT NULL,
          spent REAL NOT NULL DEFAULT 0,
          total INTEGER NOT NULL,
          weight INTEGER NOT NULL,
          succeeded INTEGER NOT NULL DEFAULT 0,
          failed INTEGER NOT NULL DEFAULT 0,
          cancelled INTEGER NOT NULL DEFAULT 0,
          bytes INTEGER NOT NULL DEFAULT 0,
          ended REAL,
          timedOut INTEGER NOT NULL DEFAULT 0,
          -- Where its end stands in all that was told.
          place INTEGER
        );
        CREATE INDEX batchRunning ON batch (number) WHERE ended IS NULL;
        CREATE TABLE batchMember (
          batch INTEGER NOT NULL REFERENCES batch (number) ON DELETE CASCADE,
          position INTEGER NOT NULL,
          url TEXT NOT NULL,
          worker TEXT,
          status TEXT,
          error TEXT,
          bytes INTEGER NOT NULL DEFAULT 0,
          place INTEGER,
          PRIMARY KEY (batch, position)
        ) WITHOUT ROWID;
        CREATE INDEX batchMemberOpen ON batchMember (batch, position) WHERE status IS NULL;
        CREATE INDEX batchMemberTold ON batchMember (place) WHERE place IS NOT NULL;
        CREATE TABLE batchWorker (
          id TEXT PRIMARY KEY,
          renewed REAL NOT NULL,
          -- In seconds.
          lease REAL NOT NULL
        ) WITHOUT ROWID;
        -- One row: the store's name, the last place that was given out, and the last that was forgotten.
        CREATE TABLE batchLog (
          store TEXT NOT NULL,
          place INTEGER NOT NULL,
          forgotten INTEGER NOT NULL
        );
        """
    )
    let name = UInt64.random(in: .min ... .max)
    try database.execute(
      sql: "INSERT INTO batchLog (store, place, forgotten) VALUES (?, 0, 0)",
      arguments: [String(name, radix: 36)]
    )
  }
}
