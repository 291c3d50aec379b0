import Crypto
import Foundation
import GalleryJobs

/// Signs the addresses of pictures (HMAC-SHA-256, RFC 2104).
struct ImageSigner: Sendable {
  private let key: SymmetricKey
  /// Its addresses are signed as they are named, without the port of the day, and lead to where it is when they are
  /// asked for.
  let own: OwnUpstream
  /// Where its addresses lead to. What is signed does not depend on it: a server that moves shows what it showed before.
  let place: ServedPlace

  init(key: SigningKey = SigningKey(), own: OwnUpstream = OwnUpstream(nil), place: ServedPlace = .root) {
    self.key = SymmetricKey(data: key.bytes)
    self.own = own
    self.place = place
  }

  /// The address on this server under which the picture is to be had.
  func address(of url: URL) -> URL {
    let text = own.name(of: url)
    let path = "/image/\(signature(of: text))/\(Data(text.utf8).base64URL)"
    return URL(string: place.address(path)) ?? url
  }

  /// The address on this server under which a cover is to be had as it was treated.
  func address(of url: URL, as treatment: CoverTreatment) -> URL {
    let text = own.name(of: url)
    let signature = signature(of: Self.text(text, treatment.text))
    let path = "/image/\(signature)/\(Data(text.utf8).base64URL)/\(treatment.text)"
    return URL(string: place.address(path)) ?? url
  }

  /// The address that was signed, or nil where the signature is not ours.
  func url(address: String, signature: String) -> URL? {
    url(address, signature) { $0 }
  }

  /// The same of a cover that is to be treated.
  func url(address: String, treatment: String, signature: String) -> URL? {
    url(address, signature) { Self.text($0, treatment) }
  }

  /// The address behind that of a picture on this server, however it is treated: a whole one, or from `/image/` on, as a page
  /// below a sub-path knows it.
  func url(behind picture: String) -> URL? {
    guard let (address, signature, treatment) = Self.parts(of: picture) else { return nil }
    guard let treatment else { return url(address: address, signature: signature) }
    return url(address: address, treatment: treatment, signature: signature)
  }

  private static func parts(of picture: String) -> (address: String, signature: String, treatment: String?)? {
    let parts = picture.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard let image = parts.suffix(4).lastIndex(of: "image"), parts.count > image + 2 else { return nil }
    return (parts[image + 2], parts[image + 1], parts.count > image + 3 ? parts[image + 3] : nil)
  }

  private func url(_ address: String, _ signature: String, signed: (String) -> String) -> URL? {
    guard let data = Data(base64URL: address), let code = Data(base64URL: signature) else { return nil }
    let url = String(decoding: data, as: UTF8.self)
    let text = Data(signed(url).utf8)
    guard HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: text, using: key) else { return nil }
    return try? URL(fetching: url, below: own.base)
  }

  /// No address has a line break in it, so no address can be taken for another one with a treatment.
  private static func text(_ url: String, _ treatment: String) -> String { "\(treatment)\n\(url)" }

  private func signature(of text: String) -> String {
    Data(HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: key)).base64URL
  }
}

/// What a client may name a picture by, when it asks for something to be done with it.
extension ImageSigner {
  /// - Throws: A problem with status 403 where there is none, as this server did not show it.
  func named(_ url: URL?) throws(Problem) -> URL {
    if let url { return url }
    throw Problem(status: .forbidden, detail: "This picture’s address is not from here; reload the page.")
  }

  /// The address of a picture as its own server has it.
  ///
  /// - Throws: A problem with status 422 for one that is too long, or that nothing is fetched from.
  func fetched(_ address: String) throws(Problem) -> URL {
    try PhotosOrder.check(address, at: 0)
    do {
      return try URL(fetching: address, below: own.base)
    } catch {
      throw .wrong("\(error)")
    }
  }
}

extension Data {
  /// Base 64 with the alphabet for URLs and without padding (RFC 4648, section 5).
  var base64URL: String {
    var digits = Array(base64EncodedData())
    while digits.last == UInt8(ascii: "=") { digits.removeLast() }
    for place in digits.indices {
      switch digits[place] {
      case UInt8(ascii: "+"): digits[place] = UInt8(ascii: "-")
      case UInt8(ascii: "/"): digits[place] = UInt8(ascii: "_")
      default: break
      }
    }
    return String(decoding: digits, as: UTF8.self)
  }

  init?(base64URL text: String) {
    var digits = text.utf8.map { digit -> UInt8 in
      switch digit {
      case UInt8(ascii: "-"): UInt8(ascii: "+")
      case UInt8(ascii: "_"): UInt8(ascii: "/")
      default: digit
      }
    }
    while digits.count % 4 > 0 { digits.append(UInt8(ascii: "=")) }
    self.init(base64Encoded: Data(digits))
  }
}
