import Foundation

/// Writes files that appear at their path whole or not at all.
///
/// The bytes go to a hidden file beside it, are flushed to the disk, and are renamed into place, and the folder is
/// flushed, so that the file has its name after a power cut too. A file that was there before is replaced in the same
/// instant, and has its permissions, or is left as it was. What a killed process leaves is taken away by the next that writes to the folder.
public enum WholeFile {
  /// The path at which a file is to be written that a user has named: his own, or that to which his link leads. Blocks.
  ///
  /// - Throws: ``FileFailure`` where no file can be put there: a folder is there, a device, a pipe or a socket, or a link
  ///   to nothing, or the folder is missing. Good to know before there is anything to write.
  public static func path(named path: String) throws(FileFailure) -> String {
    try FilePlace(path, of: Destination(file: path, makesFolders: false)).prepared().path
  }

  /// Writes a file. A link in its place is replaced, and not followed; a device, a pipe and a socket are left alone.
  /// Blocks while it writes: call it on a queue of your own.
  ///
  /// - Parameter isWanted: Asked before each step, the last of which makes the file appear.
  /// - Throws: ``FileFailure``; `CancellationError` where it is not wanted any more. Either way nothing is left.
  public static func write(
    _ data: Data,
    to path: String,
    while isWanted: () -> Bool = { true }
  ) throws {
    let place = FilePlace(path, of: Destination(file: path))
    do {
      let part = try OpenFile.beside(place.name, in: place.folder)
      do {
        try part.takePrivacy(of: place)
        try part.fill(with: data, while: isWanted)
        try place.check()
        try part.takePermissions(of: place)
        try Renaming.replace(path, with: part.path)
      } catch {
        unlink(part.path)
        throw error
      }
      try OpenFile.flush(folder: place.folder)
    } catch let error as POSIXError {
      throw FileFailure(error, writing: path, needed: Int64(data.count))
    }
  }

  /// Writes a file by way of one whose name is known, which nobody else is writing. What was there under that name is
  /// removed. Blocks.
  static func write(_ data: Data, to path: String, by temporary: String) throws(POSIXError) {
    unlink(temporary)
    let file = try OpenFile(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
    try file.write(data, at: 0)
    try file.flush()
    try Renaming.replace(path, with: temporary)
    try OpenFile.flush(folder: FilePlace.split(path).folder)
  }
}

extension OpenFile {
  fileprivate func fill(with data: Data, while isWanted: () -> Bool) throws {
    for start in stride(from: 0, to: data.count, by: Self.step) {
      guard isWanted() else { throw CancellationError() }
      let first = data.startIndex + start
      try write(data[first..<min(first + Self.step, data.endIndex)], at: Int64(start))
    }
    guard isWanted() else { throw CancellationError() }
    try flush()
    guard isWanted() else { throw CancellationError() }
  }

  /// How much is written between two questions whether it is still wanted, in bytes.
  private static var step: Int { 1 << 20 }

  /// Before its first byte: what nobody else may read cannot be read while it comes either.
  func takePrivacy(of place: FilePlace) throws(POSIXError) {
    guard let replaced = try FileStatus.of(place.path), replaced.kind == .file else { return }
    let own = try status.permissions
    let common = own & (replaced.permissions | 0o700)
    if common != own { try set(permissions: common) }
  }

  /// Those of the file that it is to replace: one that nobody else may read stays so.
  func takePermissions(of place: FilePlace) throws(POSIXError) {
    guard let replaced = try FileStatus.of(place.path), replaced.kind == .file,
      try status.permissions != replaced.permissions
    else { return }
    try set(permissions: replaced.permissions)
  }
}
