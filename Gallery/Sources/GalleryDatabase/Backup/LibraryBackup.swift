/// A library in one file: its database as it was at one moment, with the bytes of its files in a table beside the others.
///
/// It is a file of SQLite's and not an archive of some other form: it is written and checked by what writes and checks the
/// library itself, and whoever wants to look into it needs no program of ours.
public enum LibraryBackup {
  /// What is in a backup.
  public struct Summary: Sendable, Equatable, Encodable {
    /// Things and batches.
    public var rows = 0
    /// Files of things.
    public var files = 0
    /// Of all files together.
    public var bytes = 0
    /// Things whose file is not where it belongs, or is not what was written there: they are kept without it.
    public var missing = 0

    private enum CodingKeys: CodingKey { case rows, files, bytes }
  }

  /// The version of the form.
  static let version = 1
  /// What a backup has besides what a library has.
  static let tables = """
    CREATE TABLE backup (version INTEGER NOT NULL, madeAt REAL NOT NULL);
    CREATE TABLE backupFile (name TEXT NOT NULL PRIMARY KEY, bytes BLOB NOT NULL);
    """
}
