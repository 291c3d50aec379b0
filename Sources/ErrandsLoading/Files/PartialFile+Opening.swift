import Foundation

extension PartialFile {
  /// What came of the wish to open it.
  enum Opening {
    case opened(PartialFile)
    /// Another download, of this process or of another, is writing it. It has not been touched.
    case busy
  }

  /// Opens the one of a place, and finds out what is held of this source.
  ///
  /// Where there cannot be one, as the file system knows no locks or a stranger's file has its name, it counts as busy.
  ///
  /// - Parameter source: Nil where nothing is to be resumed, now or later.
  static func open(_ place: FilePlace, source: FileSource?) throws(FileFailure) -> Opening {
    PartialSweep.once(place.folder)
    let path = FilePlace.join(place.folder, PartialName.shared(for: place.name))
    do throws(POSIXError) {
      for _ in 0..<tries {
        switch try claim(path) {
        case .locked(let file, let size):
          try file.takePrivacy(of: place)
          return .opened(PartialFile(file, size, place, source))
        case .busy: return .busy
        case .gone: continue
        }
      }
      return .busy
    } catch {
      throw FileFailure(error, writing: place.path)
    }
  }

  /// Opens one under a name of its own, for a download that finds the one of its place busy. It cannot be resumed, and
  /// is removed when it is closed.
  static func unique(_ place: FilePlace) throws(FileFailure) -> PartialFile {
    do throws(POSIXError) {
      let file = try OpenFile.beside(place.name, in: place.folder)
      try file.takePrivacy(of: place)
      return PartialFile(file, place, isShared: false)
    } catch {
      throw FileFailure(error, writing: place.path)
    }
  }

  private enum Claim {
    case locked(OpenFile, size: Int64)
    case busy
    /// What was opened is not what has the name now.
    case gone
  }

  /// How often a name is tried for. Each time another download has finished with it.
  private static let tries = 32

  private static func claim(_ path: String) throws(POSIXError) -> Claim {
    let file: OpenFile
    do throws(POSIXError) {
      file = try OpenFile(path, O_RDWR | O_CREAT | O_NOFOLLOW)
    } catch {
      switch error.code {
      // A link, which is nobody's partial file, and leads elsewhere.
      case .ELOOP, .EMLINK: return try discard(path)
      case .EISDIR: return .busy
      case .EACCES, .EPERM:
        if try FileStatus.of(path) != nil { return .busy }
        throw error
      default: throw error
      }
    }
    guard try file.lock() == .locked else { return .busy }
    let status = try file.status
    // The download that had the lock until now has put the file in its place, and it is not to be touched any more.
    guard try FileStatus.of(path)?.identity == status.identity else { return .gone }
    // A file that has another name is in use: it is in its place, or an attacker wants it overwritten.
    guard status.kind == .file, status.names == 1, status.owner == geteuid() else {
      return try discard(path)
    }
    return .locked(file, size: status.size)
  }

  private static func discard(_ path: String) throws(POSIXError) -> Claim {
    do throws(POSIXError) {
      _ = try POSIXError.check { unlink(path) }
    } catch {
      if error.code != .ENOENT { throw error }
    }
    return .gone
  }

  private convenience init(_ file: OpenFile, _ size: Int64, _ place: FilePlace, _ source: FileSource?) {
    guard let source, let record = PartialRecord.read(beside: file.path), record.source == source,
      let held = record.resumeOffset(of: size)
    else {
      self.init(file, place, isShared: true)
      return
    }
    self.init(file, place, isShared: true, held: held, record: record)
  }
}

extension PartialRecord {
  /// How many of so many bytes can be gone on behind; nil for none.
  ///
  /// There is no asking for what is behind the last byte, so where all of them are there the last one is asked for
  /// again, and with it whether they are still right. More than all of them are no part of this file.
  func resumeOffset(of size: Int64) -> Int64? {
    guard size <= total ?? .max else { return nil }
    let held = size == total ? size - 1 : size
    return held > 0 ? held : nil
  }

  /// The largest record that is read, in bytes.
  private static let limit = 64 << 10

  static func read(beside partial: String) -> PartialRecord? {
    guard let file = try? OpenFile(PartialName.record(of: partial), O_RDONLY | O_NOFOLLOW | O_NONBLOCK),
      let data = try? file.content(limit: limit)
    else { return nil }
    return PartialRecord(data)
  }

  /// Whole, and flushed.
  func write(beside partial: String) throws(POSIXError) {
    guard let data = try? encoded else { throw POSIXError(.EINVAL) }
    try WholeFile.write(
      data,
      to: PartialName.record(of: partial),
      by: PartialName.temporaryRecord(of: partial)
    )
  }

  static func remove(beside partial: String) {
    unlink(PartialName.temporaryRecord(of: partial))
    unlink(PartialName.record(of: partial))
  }
}
