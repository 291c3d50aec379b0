import Crypto
import Foundation
import GalleryJobs

/// Signs the addresses of pictures (HMAC-SHA-256, RFC 2104).
struct ImageSigner: Sendable {
  private let key: SymmetricKey
  private let own: URL?

  /// - Parameter own: The upstream in this program, which listens on another port each time. Its addresses are signed
  ///   without it, as those that begin with a slash, and lead to where it is when they are asked for.
  init(key: SigningKey = SigningKey(), own: URL? = nil) {
    self.key = SymmetricKey(data: key.bytes)
    self.own = own
  }

  /// The address on this server under which the picture is to be had.
  func address(of url: URL) -> URL {
    let text = lasting(url)
    let path = "/image/\(signature(of: text))/\(Data(text.utf8).base64URL)"
    return URL(string: path) ?? url
  }

  /// The address on this server under which a cover is to be had as it was treated.
  func address(of url: URL, as treatment: CoverTreatment) -> URL {
    let text = lasting(url)
    let signature = signature(of: Self.text(text, treatment.text))
    return URL(string: "/image/\(signature)/\(Data(text.utf8).base64URL)/\(treatment.text)") ?? url
  }

  /// The address that was signed, or nil where the signature is not ours.
  func url(address: String, signature: String) -> URL? {
    url(address, signature) { $0 }
  }

  /// The same of a cover that is to be treated.
  func url(address: String, treatment: String, signature: String) -> URL? {
    url(address, signature) { Self.text($0, treatment) }
  }

  private func url(_ address: String, _ signature: String, signed: (String) -> String) -> URL? {
    guard let data = Data(base64URL: address), let code = Data(base64URL: signature) else { return nil }
    let url = String(decoding: data, as: UTF8.self)
    let text = Data(signed(url).utf8)
    guard HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: text, using: key) else { return nil }
    return try? URL(fetching: url, below: own)
  }

  private func lasting(_ url: URL) -> String {
    let text = url.absoluteString
    guard let own = own?.absoluteString, text.hasPrefix(own + "/") else { return text }
    let path = String(text.dropFirst(own.count))
    // Two slashes begin another server's address.
    return path.hasPrefix("//") ? text : path
  }

  /// No address has a line break in it, so no address can be taken for another one with a treatment.
  private static func text(_ url: String, _ treatment: String) -> String { "\(treatment)\n\(url)" }

  private func signature(of text: String) -> String {
    Data(HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: key)).base64URL
  }
}

extension Data {
  /// Base 64 with the alphabet for URLs and without padding (RFC 4648, section 5).
  var base64URL: String {
    base64EncodedString()
      .replacingOccurrences(of: "+", with: "-")
      .replacingOccurrences(of: "/", with: "_")
      .replacingOccurrences(of: "=", with: "")
  }

  init?(base64URL text: String) {
    let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    let standard = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
    self.init(base64Encoded: standard + padding)
  }
}
