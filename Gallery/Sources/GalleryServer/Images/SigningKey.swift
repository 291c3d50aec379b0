import Crypto
import Foundation

/// What addresses of pictures are signed with: 256 bits of chance.
public struct SigningKey: Sendable {
  static let size = 32

  package let bytes: Data

  /// A key that ends with this process, and with it every address that was signed.
  public init() {
    bytes = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }
  }

  package init(bytes: Data) {
    self.bytes = bytes
  }

  /// The key that is kept in a file, so that a page which stays open while the server starts again goes on.
  ///
  /// The first process to ask makes it, whole or not at all, readable by its user alone. Another user that can read it
  /// could sign addresses, and have this machine fetch them.
  ///
  /// - Parameter file: Its folder is made if it is missing.
  /// - Throws: ``SigningKeyError``; the file is then as it was.
  public init(keptIn file: URL) throws(SigningKeyError) {
    let file = SigningKeyFile(path: file.path(percentEncoded: false))
    if let kept = try file.read() {
      self = kept
      return
    }
    try file.make()
    // Of two processes that begin together, one has made it.
    guard let kept = try file.read() else { throw .unusable(file.path, reason: "it is gone again") }
    self = kept
  }
}

/// Why there is no key to sign with.
public enum SigningKeyError: Error, Equatable, CustomStringConvertible {
  /// Others may read or write the file.
  case open(String)
  /// The file holds something else.
  case damaged(String)
  /// The file cannot be read or made.
  case unusable(String, reason: String)

  public var description: String {
    switch self {
    case .open(let path):
      "The signing key \(path) can be read by other users; delete it, and a new one is made for you alone."
    case .damaged(let path):
      "The signing key \(path) is damaged; delete it, and a new one is made."
    case .unusable(let path, let reason):
      "The signing key cannot be kept in \(path): \(reason); name a folder that can be written to with --data."
    }
  }
}

/// The file of a ``SigningKey``.
private struct SigningKeyFile {
  let path: String

  /// The key, or nil where there is no file.
  func read() throws(SigningKeyError) -> SigningKey? {
    // Neither another's file by way of a link, nor a pipe on which one waits for ever.
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      if errno == ELOOP { throw .damaged(path) }
      throw unusable(errno)
    }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw unusable(errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .damaged(path) }
    guard status.st_mode & 0o077 == 0 else { throw .open(path) }
    guard let bytes = try? handle.read(upToCount: SigningKey.size + 1), bytes.count == SigningKey.size else {
      throw .damaged(path)
    }
    return SigningKey(bytes: bytes)
  }

  /// Makes the file, unless another process has meanwhile.
  func make() throws(SigningKeyError) {
    let new = "\(path).\(UUID().uuidString)"
    do {
      try FileManager.default.createDirectory(
        at: URL(filePath: path).deletingLastPathComponent(),
        withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700]
      )
    } catch {
      throw .unusable(path, reason: "its folder cannot be made")
    }
    let descriptor = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw unusable(errno) }
    defer { unlink(new) }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    do {
      try handle.write(contentsOf: SigningKey().bytes)
      try handle.synchronize()
    } catch {
      throw .unusable(path, reason: "it cannot be written")
    }
    // A link, and not a new name, takes no file's place.
    guard link(new, path) == 0 || errno == EEXIST else { throw unusable(errno) }
  }

  private func unusable(_ code: Int32) -> SigningKeyError {
    .unusable(path, reason: String(cString: strerror(code)).lowercased())
  }
}
