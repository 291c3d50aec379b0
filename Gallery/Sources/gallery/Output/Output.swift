import Foundation
import GalleryJobs

/// Standard output is for results, standard error for people.
enum Output {
  /// The upstream in this program, which takes a free port each time. In all that is written, progress and errors
  /// included, its paths stand for its addresses, which no user has typed.
  static let own = Lock(OwnUpstream(nil))

  /// A reader that has gone away wants no more.
  @Sendable static func write(_ text: String) { _ = reaches(text) }

  /// One object on one line, out at once.
  static func line(_ value: some Encodable) { _ = reaches(line: value) }

  /// What was said of output that could not be written.
  private static let failures = Lock<Set<String>>([])

  /// What a command that has succeeded ends with: 1 where something could not be written, though there was a reader.
  /// A sentence has been said about that.
  static var exitCode: Int32 { failures.withLock { $0.isEmpty } ? 0 : 1 }

  /// Says, once, that something could not be written.
  static func fail(_ sentence: String) {
    if failures.withLock({ $0.insert(sentence).inserted }) { complain(sentence) }
  }

  /// Writes; false where that cannot be done, because the reader has gone away, say.
  static func reaches(_ text: String) -> Bool {
    guard let code = failedWrite(Array(named(text).utf8), to: STDOUT_FILENO) else { return true }
    if code != EPIPE {
      let reason = String(cString: strerror(code))
      fail("Standard output cannot be written: \(reason); results are missing there.")
    }
    return false
  }

  /// The error of the system's, where not all could be written. What has no room yet is waited for, also where another program has
  /// said of the pipe that nobody waits: results were missing then.
  static func failedWrite(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { buffer in
        Foundation.write(descriptor, buffer.baseAddress, buffer.count)
      }
      if count < 0, errno == EAGAIN || errno == EWOULDBLOCK {
        var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&room, 1, -1)
        continue
      }
      if count < 0, errno != EINTR { return errno }
      rest = rest.dropFirst(max(count, 0))
    }
    return nil
  }

  /// Writes one object on one line; false where the reader has gone away.
  static func reaches(line value: some Encodable) -> Bool { reaches(json(value) + "\n") }

  /// One object as one line, without its end.
  static func json(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Everything that is told is text, numbers, lists and objects, which cannot fail.
    return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }

  /// The text with paths in the place of the own upstream's addresses, and with the option that the loader, which knows of no
  /// command line, advises without its name.
  static func named(_ text: String) -> String {
    own.withLock { $0 }.sentence(of: text)
      .replacing("; allow private addresses if", with: "; allow them with --allow-private-addresses if")
  }

  static func say(_ text: String) { draw(text + "\n") }

  static func complain(_ text: String) { say(text) }

  /// Puts text on the terminal as it is.
  @Sendable static func draw(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(named(text).utf8))
  }

  /// How many columns the terminal has.
  static var errorWidth: Int { errorSize.columns }

  /// How many columns and rows the terminal has.
  static var errorSize: (columns: Int, rows: Int) {
    var size = winsize()
    let isKnown = ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0
    return (
      isKnown && size.ws_col > 0 ? Int(size.ws_col) : 80,
      isKnown && size.ws_row > 0 ? Int(size.ws_row) : 24
    )
  }

  static var errorIsTerminal: Bool { isatty(FileHandle.standardError.fileDescriptor) == 1 }
}
