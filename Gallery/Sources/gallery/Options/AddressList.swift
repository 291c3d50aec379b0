import Dispatch
import Errands
import Foundation

/// A file with an address on each line.
struct AddressList {
  let addresses: [String]

  /// How long a list may be, in bytes: a hundred thousand long addresses. A device or a program that never ends would
  /// otherwise fill the memory.
  static let longest = 16_000_000

  /// - Parameter path: That of a file, or `-` for standard input.
  /// - Throws: ``Unreadable``; `CancellationError`.
  init(_ path: String) async throws { self.init(text: try await Self.text(of: path)) }

  /// The text of a list. Who waits for it holds no thread of tasks: a pipe is read when somebody writes to it. An interrupt ends
  /// the waiting, if not the thread that reads.
  ///
  /// - Parameter path: That of a file, or `-` for standard input.
  /// - Throws: ``Unreadable``; `CancellationError`.
  static func text(of path: String) async throws -> String {
    try await Errand<String>.fromCallback("a list") { callback in
      DispatchQueue(label: "a list").async { callback(Result { try readText(of: path) }) }
    }.value()
  }

  private static func readText(of path: String) throws(Unreadable) -> String {
    // Not `Data(contentsOf:)`, which refuses pipes and devices.
    let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Unreadable(path: path, reason: reason(errno)) }
    defer { if descriptor != STDIN_FILENO { close(descriptor) } }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Unreadable(path: path, reason: reason(errno)) }
      if count == 0 { break }
      bytes += chunk[..<count]
      guard bytes.count <= longest else {
        throw Unreadable(path: path, reason: "it is longer than \(longest) bytes", advice: "split it")
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Lines may end in any of the ways in which lines end. Blank ones, and those that begin with `#`, are left out, and
  /// so is the mark with which some editors begin a file (RFC 3629, section 6).
  init(text: String) {
    let text = text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
    addresses = text.split(whereSeparator: \.isNewline)
      .map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty && !$0.hasPrefix("#") }
  }

  struct Unreadable: Error, CustomStringConvertible {
    let path: String
    let reason: String
    var advice = "check its name"

    var description: String {
      "The list \(path.isEmpty ? "“”" : path) cannot be read: \(reason); \(advice)."
    }
  }

  private static func reason(_ code: Int32) -> String {
    switch code {
    case ENOENT: "there is no such file"
    case EACCES: "reading it is not permitted"
    case EISDIR: "it is a folder"
    default: SystemReason.text(code)
    }
  }
}
