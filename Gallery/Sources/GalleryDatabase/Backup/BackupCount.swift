/// What a backup holds.
public struct BackupCount: Sendable, Equatable {
  /// Rows of the library and of batches.
  public var rows = 0
  public var files = 0
  /// The files' bytes.
  public var bytes: Int64 = 0
  /// The ids of things whose files are lost or are not what was kept, and are not in the backup.
  public var missing: [Int64] = []

  package init(rows: Int = 0, files: Int = 0, bytes: Int64 = 0, missing: [Int64] = []) {
    (self.rows, self.files, self.bytes, self.missing) = (rows, files, bytes, missing)
  }
}
