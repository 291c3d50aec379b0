import Crypto
import Foundation

/// The password of a server, as far as the server knows it: enough to tell whether words are those.
public struct Password: Sendable {
  private enum Kept {
    /// A code of the words by a key that nobody knows, so that no memory holds the words themselves.
    case code(Data, key: SymmetricKey)
    case hash(ScryptHash)
  }

  /// The longest line of a file, and the longest words that are looked at, in bytes.
  static let longest = 1024

  private let kept: Kept
  /// What is wrong with the file, though it can be used; nil where nothing is.
  public let warning: String?

  /// The password of a file with one line: the words themselves, or what `gallery password` prints for them.
  ///
  /// - Throws: ``PasswordFileError``.
  public init(keptIn path: String) throws(PasswordFileError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unreadable(path, errno) }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .unreadable(path, errno) }
    guard status.st_mode & S_IFMT != S_IFDIR else { throw .unreadable(path, EISDIR) }
    var bytes = Data()
    // A pipe hands over what it has, and not what is wanted.
    while bytes.count <= Self.longest + 2, let more = try? handle.read(upToCount: Self.longest), !more.isEmpty
    {
      bytes += more
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    guard let line = lines.first else { throw .empty(path) }
    guard lines.count == 1 else { throw .severalLines(path) }
    guard line.utf8.count <= Self.longest else { throw .long(path) }
    let isOpen = status.st_mode & S_IFMT == S_IFREG && status.st_mode & 0o006 != 0
    let warning = "Any user of this machine can read or change the password in \(path); run chmod 600 on it."
    try self.init(line: line, of: path, warning: isOpen ? warning : nil)
  }

  /// The words themselves.
  public init(words: String) {
    let key = SymmetricKey(size: .bits256)
    kept = .code(Self.code(of: words, key), key: key)
    warning = nil
  }

  init(hash: ScryptHash) {
    kept = .hash(hash)
    warning = nil
  }

  private init(line: Substring, of path: String, warning: String?) throws(PasswordFileError) {
    self.warning = warning
    guard line.hasPrefix("$scrypt$") else {
      kept = Password(words: String(line)).kept
      return
    }
    guard let hash = ScryptHash(line) else { throw .damaged(path) }
    kept = .hash(hash)
  }

  /// Whether they are the words. It may take a tenth of a second and 32 MiB, so it belongs on a thread that may wait.
  func matches(_ words: String) -> Bool {
    guard words.utf8.count <= Self.longest else { return false }
    switch kept {
    case .code(let code, let key): return code.isSame(as: Self.code(of: words, key))
    case .hash(let hash): return hash.matches(Self.normalized(words))
    }
  }

  /// In the form in which `é` is the same however a keyboard makes it (RFC 8265, section 4.2).
  public static func normalized(_ words: String) -> String { words.precomposedStringWithCanonicalMapping }

  private static func code(of words: String, _ key: SymmetricKey) -> Data {
    Data(HMAC<SHA256>.authenticationCode(for: Data(normalized(words).utf8), using: key))
  }
}

/// Why a file has no password.
public enum PasswordFileError: Error, Equatable, CustomStringConvertible {
  case unreadable(String, Int32)
  case empty(String)
  case severalLines(String)
  case long(String)
  /// It begins as a hash does, and is none.
  case damaged(String)
  /// Words that are to be hashed are none.
  case noWords
  case longWords

  public var description: String {
    switch self {
    case .unreadable(let path, let code):
      "The password file \(path) cannot be read: \(Self.reason(code)); check its name and whose it is."
    case .empty(let path):
      "The password file \(path) is empty; write one line into it: the password, or what gallery password prints."
    case .severalLines(let path):
      "The password file \(path) has several lines; leave one: the password, or what gallery password prints."
    case .long(let path):
      "The password in \(path) is longer than \(Password.longest) bytes; choose a shorter one."
    case .damaged(let path):
      "The line in \(path) begins as a hash does, and is none; have gallery password print it anew."
    case .noWords: "There is no password; type one, or give one on standard input."
    case .longWords: "The password is longer than \(Password.longest) bytes; choose a shorter one."
    }
  }

  private static func reason(_ code: Int32) -> String {
    switch code {
    case ENOENT: "there is no such file"
    case EACCES: "reading it is not permitted"
    case EISDIR: "it is a folder"
    default: String(cString: strerror(code)).lowercased()
    }
  }
}
