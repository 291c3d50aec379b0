import Dispatch
import Errands
import Foundation

/// A line of standard input that no terminal shows.
enum HiddenLine {
  /// The longest that is read, in bytes; of a longer one it is read that it is longer.
  static let longest = 1024

  /// Whether somebody sits at a terminal.
  static var isPossible: Bool { isatty(STDIN_FILENO) == 1 }

  /// Asks for a line, and shows nothing of it. The terminal is as it was afterwards, also where the question is
  /// interrupted.
  static func ask(_ question: String) async throws -> String {
    var former = termios()
    tcgetattr(STDIN_FILENO, &former)
    var hidden = former
    hidden.c_lflag &= ~tcflag_t(ECHO)
    // Before the question: whoever is quick would see the first letters.
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
    Output.draw(question)
    defer {
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &former)
      Output.draw("\n")
    }
    return try await read()
  }

  /// The first line, without its end. An interrupt ends the waiting, if not the thread that reads.
  static func read() async throws -> String {
    try await Errand<String>.fromCallback("standard input") { callback in
      DispatchQueue(label: "standard input").async { callback(.success(line())) }
    }.value()
  }

  /// Byte by byte, for what stands behind the line belongs to the next question.
  private static func line() -> String {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while bytes.count <= longest {
      let count = Foundation.read(STDIN_FILENO, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1, byte != UInt8(ascii: "\n") else { break }
      bytes.append(byte)
    }
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}
