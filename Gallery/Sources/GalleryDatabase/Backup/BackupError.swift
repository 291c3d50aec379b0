/// Why a backup cannot be made or restored. Nothing has changed then: what was there is as it was.
public enum BackupError: Error, Sendable, Equatable {
  /// There is a file already where the backup is to go.
  case exists(String)
  /// The backup cannot be written.
  case unwritable(String, reason: String)
  /// The file is no backup, or cannot be read.
  case noBackup(String, reason: String)
  /// The backup is not what was written.
  case damaged(String, reason: String)
  /// A newer version of the program has made it.
  case newer(String)
  /// A library is where the backup is to be restored.
  case libraryExists(String)
  /// A program has the library open.
  case inUse(String)
}

extension BackupError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .exists(let path):
      "\(path) is there already and was left as it is; name another file, or give --replace."
    case .unwritable(let path, let reason):
      "The backup \(path) cannot be written: \(reason); make room, or name a file in another folder."
    case .noBackup(let path, let reason):
      "\(path) cannot be restored: \(reason); name a file that gallery backup has written."
    case .damaged(let path, let reason):
      "The backup \(path) is damaged and nothing of it was restored: \(reason); use another one."
    case .newer(let path):
      "The backup \(path) was made by a newer version of Gallery; use that one to restore it."
    case .libraryExists(let path):
      "The library \(path) is there already and was left as it is; give --replace to lose it, or name another folder "
        + "with --data."
    case .inUse(let path):
      "The library \(path) is open in another program, a server perhaps; stop that, and try again."
    }
  }
}
