/// Why there is no backup, or nothing was restored. What was there is as it was.
public enum BackupError: Error, Sendable, Equatable {
  /// There is nothing to make a backup of.
  case noLibrary(String)
  /// The file is not what ``Library/backUp(to:replacing:check:)`` writes.
  case noBackup(String)
  /// Another version has another form.
  case otherVersion(String)
  /// It is cut short, or something in it is not what was written.
  case damaged(String, what: String)
  /// Another program is writing to the same place.
  case busy(String)
  /// There is a library, and it was not said that it may be replaced.
  case hasLibrary(String)
  /// Another program has the library open.
  case inUse(String)
  /// A backup was to be written where the library itself has a file.
  case ownFile(String)
  /// A backup was to be written where a link is.
  case isLink(String)
}

extension BackupError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noLibrary(let path): "There is no library at \(path); name the place of one."
    case .noBackup(let path): "\(path) is no backup of Gallery; name a file that gallery backup has written."
    case .otherVersion(let path):
      "The backup \(path) was written by another version of Gallery; restore it with that one."
    case .damaged(let path, let what): "The backup \(path) is damaged: \(what); restore another one."
    case .busy(let path): "\(path) is being written by another program; wait for it to end, and try again."
    case .hasLibrary(let path):
      "There is a library at \(path) already; name another place, or replace it with --replace."
    case .inUse(let path):
      "The library \(path) is open in another program, such as a server; stop that, and try again."
    case .ownFile(let path): "\(path) belongs to the library that the backup is of; name another file."
    case .isLink(let path): "\(path) is a symbolic link; name the file that it leads to."
    }
  }
}
