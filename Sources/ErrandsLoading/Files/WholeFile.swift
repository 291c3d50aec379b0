import Foundation

/// Writes files that appear at their path whole or not at all.
///
/// The bytes go to a hidden file beside it, are flushed to the disk, and are renamed into place. A file that was
/// there before is replaced in the same instant, or left as it was.
public enum WholeFile {
  /// How much is written between two questions whether it is still wanted, in bytes.
  private static let step = 1 << 20

  /// Writes a file. Blocks while it writes: call it on a queue of your own.
  ///
  /// - Parameter isWanted: Asked before each step, the last of which makes the file appear.
  /// - Throws: ``FileFailure``; `CancellationError` where it is not wanted any more. Either way nothing is left.
  public static func write(
    _ data: Data,
    to path: String,
    while isWanted: () -> Bool = { true }
  ) throws {
    let folder = (path as NSString).deletingLastPathComponent
    let part = ((folder.isEmpty ? "." : folder) as NSString)
      .appendingPathComponent(".\(UUID().uuidString).part")
    do {
      try fill(part, with: data, while: isWanted)
      guard isWanted() else { throw CancellationError() }
      try check(rename(part, path))
    } catch {
      unlink(part)
      if error is CancellationError { throw error }
      throw FileFailure.file(path, reason: error.reason)
    }
  }

  private static func fill(_ path: String, with data: Data, while isWanted: () -> Bool) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    try check(descriptor)
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    for start in stride(from: 0, to: data.count, by: step) {
      guard isWanted() else { throw CancellationError() }
      let first = data.startIndex + start
      try file.write(contentsOf: data[first..<min(first + step, data.endIndex)])
    }
    guard isWanted() else { throw CancellationError() }
    try file.synchronize()
    try file.close()
  }

  private static func check(_ result: Int32) throws {
    guard result < 0 else { return }
    throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
  }
}
