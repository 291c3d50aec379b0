import ErrandsLoading
import Foundation

/// A file of SQLite's that is written beside its place and renamed when it is whole. What a killed process has left of one is
/// taken by the next that writes to the same place, and that of a library is removed by the next that opens it.
final class SQLitePart {
  let path: String
  private let place: String
  private let descriptor: Int32
  /// Whether it is at its place, whatever has failed behind that.
  private(set) var isFinished = false

  /// - Throws: ``BackupError/busy(_:)``; `FileFailure`.
  init(beside place: String) throws {
    self.place = place
    path = Self.path(beside: place)
    // And not cut: where a process was killed as it put its file at the place, the part is another name of what is there now.
    Self.sweep(beside: place)
    descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Self.failure(place) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, isAtItsPath else { throw BackupError.busy(place) }
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
      try moveToFreePlace()
    }
    isFinished = true
    let folder = open(Self.split(place).folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { if folder >= 0 { close(folder) } }
    if folder >= 0, fsync(folder) == 0 { return }
    // A folder that may be written and not read, and file systems that flush no folders.
    if [EACCES, EPERM, EINVAL, EBADF, EOPNOTSUPP, ENOSYS].contains(errno) { return }
    throw Self.failure(place)
  }

  /// A plain rename would replace what has come there meanwhile. Second names are for who cannot do otherwise: FAT has none.
  private func moveToFreePlace() throws {
    if Self.renameExclusively(path, place) == 0 { return }
    if [ENOSYS, EINVAL, EOPNOTSUPP].contains(errno), link(path, place) == 0 {
      unlink(path)
      return
    }
    throw errno == EEXIST ? FileFailure.exists(place) : Self.failure(place)
  }

  #if canImport(Darwin)
    private static func renameExclusively(_ path: String, _ place: String) -> Int32 {
      renamex_np(path, place, UInt32(RENAME_EXCL))
    }
  #else
    private static func renameExclusively(_ path: String, _ place: String) -> Int32 {
      guard let renameat2 else {
        errno = ENOSYS
        return -1
      }
      // RENAME_NOREPLACE
      return renameat2(AT_FDCWD, path, AT_FDCWD, place, 1)
    }

    private typealias Renameat2 =
      @convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32

    /// Looked up, as the C library declares it for GNU programs only.
    private static let renameat2 = dlsym(nil, "renameat2").map { unsafeBitCast($0, to: Renameat2.self) }
  #endif

  func remove() { Self.remove(path) }

  /// Removes what a killed process has left of one. That of a process which lives stays. Blocks.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  static func sweep(beside place: String) -> Bool {
    let path = path(beside: place)
    let descriptor = open(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      // One that was killed as it removed it may have left what SQLite had beside it.
      if errno == ENOENT { remove(path) }
      return false
    }
    defer { close(descriptor) }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0, isFile(descriptor, at: path) { remove(path) }
    return true
  }

  private static func remove(_ path: String) {
    for ending in [""] + endings { unlink(path + ending) }
  }

  /// What SQLite has beside a file, by the endings of its names.
  static let endings = ["-journal", "-wal", "-shm"]

  /// Where the part of a file is.
  static func path(beside place: String) -> String {
    let (folder, name) = split(place)
    return "\(folder)/.\(name).part"
  }

  /// Whether it has not been finished or removed by another one between its opening and its lock.
  private var isAtItsPath: Bool { Self.isFile(descriptor, at: path) }

  private static func isFile(_ descriptor: Int32, at path: String) -> Bool {
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
