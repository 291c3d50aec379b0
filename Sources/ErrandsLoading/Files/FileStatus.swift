import Foundation

/// What the system says of a file.
struct FileStatus: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case file, folder, link
    /// A device, a pipe, a socket.
    case other
  }

  /// Which file it is, whatever its name.
  struct Identity: Sendable, Hashable {
    let device: UInt64
    let number: UInt64
  }

  let kind: Kind
  let identity: Identity
  /// In bytes.
  let size: Int64
  /// When its content was changed last, in nanoseconds since 1970.
  let modified: Int64
  /// How many names it has; none where it was removed while it was open.
  let names: Int
  let owner: UInt32
  /// Which users may read it, write it and run it, in nine bits.
  let permissions: UInt16

  /// Of what is at a path. Blocks.
  ///
  /// - Parameter follows: Whether a link is followed, or told of.
  /// - Returns: Nil where nothing is there.
  static func of(_ path: String, follows: Bool = false) throws(POSIXError) -> FileStatus? {
    var status = stat()
    do throws(POSIXError) {
      _ = try POSIXError.check { follows ? stat(path, &status) : lstat(path, &status) }
    } catch {
      if error.code == .ENOENT { return nil }
      throw error
    }
    return FileStatus(status)
  }

  init(_ status: stat) {
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFLNK: .link
      default: .other
      }
    identity = Identity(
      device: UInt64(truncatingIfNeeded: status.st_dev),
      number: UInt64(truncatingIfNeeded: status.st_ino)
    )
    size = Int64(status.st_size)
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    modified = Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    names = Int(status.st_nlink)
    owner = status.st_uid
    permissions = UInt16(truncatingIfNeeded: status.st_mode & 0o777)
  }
}
