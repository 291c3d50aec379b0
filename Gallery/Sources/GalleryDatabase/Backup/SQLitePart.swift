import ErrandsLoading
import Foundation

/// A file of SQLite's that is written beside its place and renamed when it is whole. What a killed process has left of one is
/// taken by the next that writes to the same place.
final class SQLitePart {
  let path: String
  private let place: String
  private let descriptor: Int32

  /// - Throws: ``BackupError/busy(_:)``; `FileFailure`.
  init(beside place: String) throws {
    self.place = place
    path = Self.path(beside: place)
    descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Self.failure(place) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, isAtItsPath else { throw BackupError.busy(place) }
    for ending in Self.endings { unlink(path + ending) }
    guard ftruncate(descriptor, 0) == 0 else { throw Self.failure(place) }
  }

  /// SQLite's own connections are closed before: with this one go all locks of the process.
  deinit { close(descriptor) }

  /// Puts it at its place, on the disk.
  ///
  /// - Throws: `FileFailure`.
  func finish(replacing: Bool) throws {
    guard fsync(descriptor) == 0 else { throw Self.failure(place) }
    if replacing {
      guard rename(path, place) == 0 else { throw Self.failure(place) }
    } else {
      // A rename would replace what has come there meanwhile.
      guard link(path, place) == 0 else {
        throw errno == EEXIST ? FileFailure.exists(place) : Self.failure(place)
      }
      unlink(path)
    }
    let folder = open(Self.split(place).folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw Self.failure(place) }
    defer { close(folder) }
    guard fsync(folder) == 0 else { throw Self.failure(place) }
  }

  func remove() {
    for ending in [""] + Self.endings { unlink(path + ending) }
  }

  /// What SQLite has beside a file, by the endings of its names.
  static let endings = ["-journal", "-wal", "-shm"]

  /// Where the part of a file is.
  static func path(beside place: String) -> String {
    let (folder, name) = split(place)
    return "\(folder)/.\(name).part"
  }

  /// Whether it has not been finished or removed by another one between its opening and its lock.
  private var isAtItsPath: Bool {
    var (own, present) = (stat(), stat())
    return fstat(descriptor, &own) == 0 && lstat(path, &present) == 0 && own.st_ino == present.st_ino
  }

  private static func split(_ place: String) -> (folder: String, name: String) {
    let url = URL(filePath: place)
    return (url.deletingLastPathComponent().path(percentEncoded: false), url.lastPathComponent)
  }

  private static func failure(_ place: String) -> FileFailure {
    .file(place, reason: String(cString: strerror(errno)).lowercased())
  }
}
