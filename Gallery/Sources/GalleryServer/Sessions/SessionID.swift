import Crypto
import Foundation

/// What the server knows of a session's token: its hash. Who reads the server's memory, or what it writes, cannot use it.
struct SessionID: Sendable, Hashable {
  /// That of the request that this task answers; nil without a password.
  @TaskLocal static var current: SessionID?

  private let digest: [UInt8]

  /// As a store that servers share has it.
  var text: String { Data(digest).base64URL }

  init(token: some StringProtocol) { digest = Array(SHA256.hash(data: Data(token.utf8))) }

  /// A new token of 256 random bits. It is the client's alone.
  static func newToken() -> String { SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }.base64URL }
}
