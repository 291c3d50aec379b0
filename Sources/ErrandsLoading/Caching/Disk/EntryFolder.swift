import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The files of a cache in one folder. Its calls block.
///
/// An entry is a head's file; the head names the number of its body's file. So an entry comes into being, and changes,
/// by one renaming: before it there is nothing, or what was there before, and behind it the body is whole.
/// A body that no head names does not count. It is removed where nobody has it locked: its writer has it locked until
/// its head has been renamed, and the system unlocks it where the writer dies.
///
/// The time of change of a head's file is when the entry was last read, and that of a body's when the server last
/// confirmed it; so what has to be known of all entries is in the listing of the folder.
struct EntryFolder: Sendable {
  let path: String

  struct Listed: Sendable, Equatable {
    let file: EntryFile
    let size: Int64
    let modifiedAt: Int64
  }

  enum Head: Sendable, Equatable {
    case record(EntryRecord, size: Int64)
    case absent
    /// It is not what was written.
    case damaged
    /// The system does not let it be read at present.
    case unreadable
  }

  private func path(_ file: EntryFile) -> String { path + "/" + file.fileName }

  // MARK: The folder

  /// Makes the folder where it is not there, for this user alone.
  func prepare() throws(FileError) {
    try? FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent,
      withIntermediateDirectories: true
    )
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw FileError("making the folder of the cache", isLasting: true)
    }
    guard access(path, R_OK | W_OK | X_OK) == 0 else {
      throw FileError("opening the folder of the cache", isLasting: true)
    }
  }

  /// More than anybody writes; half a million such sizes can be added up.
  private static let sizeLimit: Int64 = 1 << 44

  /// The files of caches in it, with their sizes; what else is there is left alone. One with a size that none has is damaged, and is
  /// removed.
  func list() throws(FileError) -> [Listed] {
    try files().compactMap { file in
      var status = stat()
      guard lstat(path(file), &status) == 0 else { return nil }
      guard status.st_size < Self.sizeLimit else {
        remove(file)
        return nil
      }
      return Listed(file: file, size: Int64(status.st_size), modifiedAt: status.modificationSeconds)
    }
  }

  func files() throws(FileError) -> [EntryFile] {
    guard let folder = opendir(path) else {
      throw FileError("listing the folder of the cache", isLasting: true)
    }
    defer { closedir(folder) }
    var found: [EntryFile] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if let file = EntryFile(fileName: name) { found.append(file) }
    }
    return found
  }

  // MARK: Reading

  func head(_ name: EntryName) -> Head {
    do throws(FileError) {
      let file = try CacheFile(path(.head(name)), flags: O_RDONLY)
      let size = try file.facts().size
      guard size <= EntryRecord.sizeLimit else { return .damaged }
      return EntryRecord(try file.read(Int(size), at: 0)).map { .record($0, size: size) } ?? .damaged
    } catch {
      switch error.code {
      case ENOENT: return .absent
      // A folder or a link under the name of a head.
      case EISDIR, ELOOP: return .damaged
      default: return .unreadable
      }
    }
  }

  /// - Throws: ``FileError``; ``FileError/isAbsence`` where there is none.
  func body(_ name: EntryName, number: String) throws(FileError) -> CacheFile {
    try CacheFile(path(.body(name, number: number)), flags: O_RDONLY)
  }

  /// What a head's file says, where the system has it in memory.
  ///
  /// - Throws: ``FileError``; ``FileError/isAbsence`` where there is none.
  func headAtOnce(_ name: EntryName) throws(FileError) -> EntryRecord? {
    let file = try CacheFile(atOnce: path(.head(name)))
    let size = try file.facts().size
    guard size <= EntryRecord.blockSize else { return nil }
    return EntryRecord(try file.readAtOnce(Int(size)))
  }

  /// Whether the system knows without looking that there is none.
  func isAbsentAtOnce(_ name: EntryName) -> Bool {
    do throws(FileError) {
      _ = try CacheFile(atOnce: path(.head(name)))
      return false
    } catch {
      return error.isAbsence
    }
  }

  /// A body, where the system has its name in memory.
  ///
  /// - Throws: ``FileError``.
  func bodyAtOnce(_ name: EntryName, number: String) throws(FileError) -> CacheFile {
    try CacheFile(atOnce: path(.body(name, number: number)))
  }

  /// Notes when an entry was last read.
  func setRead(_ name: EntryName, at time: Int64) {
    (try? CacheFile(path(.head(name)), flags: O_RDONLY))?.setModified(time)
  }

  // MARK: Writing, step by step

  /// A new file with a number of its own, locked until it is let go of.
  func create(_ kind: (String) -> EntryFile) throws(FileError) -> (file: CacheFile, number: String) {
    while true {
      let number = EntryFile.newNumber()
      let file = try CacheFile(path(kind(number)), flags: O_RDWR | O_CREAT | O_EXCL)
      // Where locks cannot be had, a sweep goes by the time of the last change.
      let isLocked = (try? file.lockIfFree()) ?? true
      // A sweep that came between the two saw a file that nobody had locked.
      if isLocked, try file.facts().links > 0 { return (file, number) }
    }
  }

  /// Makes the entry of a head that has been written, in place of the one before.
  ///
  /// - Parameter body: The number that the head before has to name, as this one does: another process that has stored the
  ///   entry anew has removed that body. Nil where it may name any.
  func publish(_ name: EntryName, number: String, over body: String? = nil) throws(FileError) {
    let lock = locked()
    defer { withExtendedLifetime(lock) {} }
    if let body {
      guard case .record(let record, _) = head(name), record.number == body else {
        throw FileError("renewing an entry of the cache", code: ESTALE)
      }
    }
    guard rename(path(.partial(name, number: number)), path(.head(name))) == 0 else {
      throw FileError("renaming a file of the cache")
    }
  }

  /// Held by a writer that makes an entry, for the length of a look and a renaming: between the two no other process makes one. Nil
  /// where locks cannot be had.
  func locked() -> CacheFile? {
    // The folder itself where its name is that of a link, which would not be opened.
    let folder = try? CacheFile(path + "/.", flags: O_RDONLY | O_DIRECTORY)
    try? folder?.lock()
    return folder
  }

  /// Notes when the server confirmed an entry. False where its body has gone.
  func setConfirmed(_ name: EntryName, number: String, at time: Int64) -> Bool {
    do throws(FileError) {
      try CacheFile(path(.body(name, number: number)), flags: O_RDONLY).setModified(time)
      return true
    } catch {
      return !error.isAbsence
    }
  }

  // MARK: Removing

  func remove(_ file: EntryFile) {
    guard unlink(path(file)) != 0, errno == EISDIR || errno == EPERM else { return }
    rmdir(path(file))
  }

  /// The head first: without it the body does not count.
  func removeEntry(_ name: EntryName, number: String?) {
    remove(.head(name))
    if let number { remove(.body(name, number: number)) }
  }

  /// Removes the files of entries, but for bodies that are being written.
  func remove(_ files: [EntryFile]) {
    for case .head(let name) in files { remove(.head(name)) }
    for case .body(let name, let number) in files { _ = removeStray(.body(name, number: number)) }
  }

  /// Removes a file that no head names, unless it is being written. True where it has gone.
  func removeStray(_ file: EntryFile) -> Bool {
    do throws(FileError) {
      let opened = try CacheFile(path(file), flags: O_RDWR)
      let isFree: Bool
      do throws(FileError) {
        isFree = try opened.lockIfFree()
      } catch {
        isFree = try opened.facts().modifiedAt < Int64(time(nil)) - 86_400
      }
      return isFree && removeLocked(file)
    } catch {
      return error.isAbsence
    }
  }

  /// Its head may have been renamed just before it was locked.
  private func removeLocked(_ file: EntryFile) -> Bool {
    if case .body(let name, let number) = file {
      switch head(name) {
      case .record(let record, _) where record.number == number: return false
      case .unreadable: return false
      default: break
      }
    }
    remove(file)
    return true
  }
}
