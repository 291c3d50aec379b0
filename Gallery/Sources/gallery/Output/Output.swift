import Foundation

/// Standard output is for results, standard error for people.
enum Output {
  static func write(_ text: String) {
    // A reader that has gone away wants no more.
    try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
  }

  /// One object on one line, out at once.
  static func line(_ value: some Encodable) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(value) else { return }
    write(String(decoding: data, as: UTF8.self) + "\n")
  }

  static func say(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data((text + "\n").utf8))
  }

  static func complain(_ text: String) { say(text) }

  static var errorIsTerminal: Bool { isatty(FileHandle.standardError.fileDescriptor) == 1 }
}
