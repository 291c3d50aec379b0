import Foundation

/// Standard output is for results, standard error for people.
enum Output {
  /// A reader that has gone away wants no more.
  static func write(_ text: String) { _ = reaches(text) }

  /// One object on one line, out at once.
  static func line(_ value: some Encodable) { _ = reaches(line: value) }

  /// Writes; false where the reader has gone away.
  static func reaches(_ text: String) -> Bool {
    (try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8))) != nil
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

  static var errorIsTerminal: Bool { isatty(FileHandle.standardError.fileDescriptor) == 1 }
}
