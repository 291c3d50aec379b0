import Foundation

/// Writes files that appear at their path whole or not at all.
///
/// The bytes go to a hidden file beside it, are flushed to the disk, and are renamed into place, and the folder is
/// flushed, so that the file has its name after a power cut too. A file that was there before is replaced in the same
/// instant, or left as it was. What a killed process leaves is taken away by the next that writes to the folder.
public enum WholeFile {
  /// Writes a file. Blocks while it writes: call it on a queue of your own.
  ///
  /// - Parameter isWanted: Asked before each step, the last of which makes the file appear.
  /// - Throws: ``FileFailure``; `CancellationError` where it is not wanted any more. Either way nothing is left.
  public static func write(
    _ data: Data,
    to path: String,
    while isWanted: () -> Bool = { true }
  ) throws {
    let (folder, name) = FilePlace.split(path)
    do {
      let part = try OpenFile.beside(SafeFileName(unchecked: name), in: folder)
      do {
        try part.fill(with: data, while: isWanted)
        try Renaming.replace(path, with: part.path)
      } catch {
        unlink(part.path)
        throw error
      }
      try OpenFile.flush(folder: folder)
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
}
