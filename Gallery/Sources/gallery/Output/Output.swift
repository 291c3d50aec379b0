import Foundation
import GalleryJobs

/// Standard output is for results, standard error for people.
enum Output {
  /// A reader that has gone away wants no more.
  static func write(_ text: String) { _ = reaches(text) }

  /// One object on one line, out at once.
  static func line(_ value: some Encodable) { _ = reaches(line: value) }

  private static let failure = Lock<Int32?>(nil)

  /// What a command that has succeeded ends with: 1 where something could not be written, though somebody was there to
  /// read it. A sentence has been said about that.
  static var exitCode: Int32 { failure.withLock { $0 == nil } ? 0 : 1 }

  /// Writes; false where that cannot be done, because the reader has gone away, say.
  static func reaches(_ text: String) -> Bool {
    guard let code = failedWrite(Array(text.utf8)) else { return true }
    if code != EPIPE { fail(code) }
    return false
  }

  /// The error of the system's, where not all could be written.
  private static func failedWrite(_ bytes: [UInt8]) -> Int32? {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { buffer in
        Foundation.write(STDOUT_FILENO, buffer.baseAddress, buffer.count)
      }
      if count < 0, errno != EINTR { return errno }
      rest = rest.dropFirst(max(count, 0))
    }
    return nil
  }

  private static func fail(_ code: Int32) {
    let isFirst = failure.withLock { failure in
      defer { failure = code }
      return failure == nil
    }
    guard isFirst else { return }
    let reason = String(cString: strerror(code))
    complain("Standard output cannot be written: \(reason); results are missing there.")
  }

  /// Writes one object on one line; false where the reader has gone away.
  static func reaches(line value: some Encodable) -> Bool {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(value) else { return true }
    return reaches(String(decoding: data, as: UTF8.self) + "\n")
  }

  static func say(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data((text + "\n").utf8))
  }

  static func complain(_ text: String) { say(text) }

  /// Puts text on the terminal as it is.
  @Sendable static func draw(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }

  /// How many columns the terminal has.
  static var errorWidth: Int {
    var size = winsize()
    guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  static var errorIsTerminal: Bool { isatty(FileHandle.standardError.fileDescriptor) == 1 }
}
