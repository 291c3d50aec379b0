import Foundation

/// The room on a disk.
enum FreeSpace {
  /// What has to be left after a file has been written, in bytes: its name and its record take some too.
  static let margin: Int64 = 1 << 20

  /// In bytes, for users other than the administrator; nil where the file system does not say. Blocks.
  static func bytes(in folder: String) -> Int64? { room(in: folder)?.free }

  /// What is left beyond `reserve` bytes, or an eighth of a disk that is small; negative where less is left than that. Nil
  /// where the file system does not say. Blocks.
  static func bytes(in folder: String, beyond reserve: Int64) -> Int64? {
    room(in: folder).map { $0.free - min(reserve, $0.whole / 8) }
  }

  private static func room(in folder: String) -> (free: Int64, whole: Int64)? {
    var status = statvfs()
    guard statvfs(folder, &status) == 0, status.f_blocks > 0 else { return nil }
    let size = UInt64(status.f_frsize)
    func bytes(_ blocks: some BinaryInteger) -> Int64 {
      let (bytes, isTooLarge) = UInt64(blocks).multipliedReportingOverflow(by: size)
      return isTooLarge ? .max : Int64(clamping: bytes)
    }
    return (bytes(status.f_bavail), bytes(status.f_blocks))
  }

  /// - Throws: ``FileFailure/noSpace(_:needed:free:)`` where the file does not fit into its folder.
  static func check(_ count: Int64, for path: String) throws(FileFailure) {
    let (needed, isTooLarge) = count.addingReportingOverflow(margin)
    guard let free = bytes(in: FilePlace.split(path).folder), isTooLarge || free < needed else { return }
    throw .noSpace(path, needed: isTooLarge ? .max : needed, free: free)
  }
}

extension FileFailure {
  /// - Parameter needed: How many more bytes were to be written, where that is known.
  init(_ error: POSIXError, writing path: String, needed: Int64? = nil) {
    switch error.code {
    case .ENOSPC:
      self = .noSpace(path, needed: needed, free: FreeSpace.bytes(in: FilePlace.split(path).folder) ?? 0)
    case .EISDIR: self = .isFolder(path)
    default: self = .file(path, reason: error.reason)
    }
  }
}
