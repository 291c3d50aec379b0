import Crypto
import Foundation

/// Signs the addresses of pictures (HMAC-SHA-256, RFC 2104) with a key that lives as long as the process.
struct ImageSigner: Sendable {
  private let key = SymmetricKey(size: .bits256)

  /// The address on this server under which the picture is to be had.
  func address(of url: URL) -> URL {
    let encoded = Data(url.absoluteString.utf8).base64URL
    let path = "/image/\(signature(of: url.absoluteString))/\(encoded)"
    return URL(string: path) ?? url
  }

  /// The address on this server under which a cover is to be had as it was treated.
  func address(of url: URL, as treatment: CoverTreatment) -> URL {
    let encoded = Data(url.absoluteString.utf8).base64URL
    let signature = signature(of: Self.text(url.absoluteString, treatment.text))
    return URL(string: "/image/\(signature)/\(encoded)/\(treatment.text)") ?? url
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
    return URL(string: url)
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
