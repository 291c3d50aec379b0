import Crypto
import CryptoExtras
import Foundation

/// What `gallery password` prints for a password: its hash by scrypt (RFC 7914), as text in the form that was agreed on
/// for hashes of passwords, `$scrypt$ln=15,r=8,p=3$salt$hash`.
public struct ScryptHash: Sendable, Equatable, CustomStringConvertible {
  /// What one try costs whoever tries, and the server.
  struct Cost: Sendable, Equatable {
    /// The binary logarithm of the rounds.
    var logRounds = 15
    var blockSize = 8
    /// How often all of it is done, one after the other.
    var repeats = 3

    /// In bytes.
    var memory: Int { 128 * blockSize << logRounds }

    /// Nil for a cost that would take the server's memory or its time.
    init?(logRounds: Int, blockSize: Int, repeats: Int) {
      guard (1...20).contains(logRounds), (1...32).contains(blockSize), (1...16).contains(repeats) else {
        return nil
      }
      (self.logRounds, self.blockSize, self.repeats) = (logRounds, blockSize, repeats)
      guard memory <= 1 << 28 else { return nil }
    }

    /// 32 MiB and about a tenth of a second, as OWASP advises.
    init() {}
  }

  private static let saltSize = 16
  private static let hashSize = 32

  private let cost: Cost
  private let salt: Data
  private let hash: Data

  /// Hashes a password, which takes a while.
  ///
  /// - Parameter words: Not empty.
  public init(of words: String) throws { try self.init(of: words, cost: Cost()) }

  init(of words: String, cost: Cost) throws {
    self.cost = cost
    salt = SymmetricKey(size: .bits128).withUnsafeBytes { Data($0) }
    hash = try Self.key(of: words, salt: salt, size: Self.hashSize, cost: cost)
  }

  /// Nil for what is no such text.
  public init?(_ text: some StringProtocol) {
    let form =
      /\$scrypt\$ln=(?<ln>[0-9]{1,2}),r=(?<r>[0-9]{1,2}),p=(?<p>[0-9]{1,2})\$(?<salt>[^$]+)\$(?<hash>[^$]+)/
    guard let match = String(text).wholeMatch(of: form),
      let ln = Int(match.ln), let r = Int(match.r), let p = Int(match.p),
      let cost = Cost(logRounds: ln, blockSize: r, repeats: p),
      let salt = Data(unpadded: match.salt), let hash = Data(unpadded: match.hash),
      (8...64).contains(salt.count), (16...64).contains(hash.count)
    else { return nil }
    (self.cost, self.salt, self.hash) = (cost, salt, hash)
  }

  public var description: String {
    "$scrypt$ln=\(cost.logRounds),r=\(cost.blockSize),p=\(cost.repeats)$\(salt.unpadded)$\(hash.unpadded)"
  }

  /// Whether it is the hash of these words. It takes as long as it took to make, and as long for right words as for
  /// wrong ones.
  func matches(_ words: String) -> Bool {
    guard let other = try? Self.key(of: words, salt: salt, size: hash.count, cost: cost) else { return false }
    return hash.isSame(as: other)
  }

  static func key(of words: String, salt: Data, size: Int, cost: Cost) throws -> Data {
    // The library takes the address of the first byte, which there has to be.
    guard !words.isEmpty else { throw PasswordFileError.noWords }
    let key = try KDF.Scrypt.deriveKey(
      from: Data(words.utf8),
      salt: salt,
      outputByteCount: size,
      rounds: 1 << cost.logRounds,
      blockSize: cost.blockSize,
      parallelism: cost.repeats
    )
    return key.withUnsafeBytes { Data($0) }
  }
}

extension Data {
  /// Base 64 (RFC 4648, section 4) without padding.
  fileprivate var unpadded: String { base64EncodedString().replacing("=", with: "") }

  fileprivate init?(unpadded text: Substring) {
    self.init(base64Encoded: text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4))
  }

  /// Whether the bytes are the same, told in a time that does not depend on where they differ.
  func isSame(as other: Data) -> Bool {
    count == other.count && zip(self, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
