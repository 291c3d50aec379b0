import Foundation

extension URL {
  /// An absolute http or https URL with a host, exactly as given.
  ///
  /// Foundation's own initializer takes nearly anything and percent-encodes the rest, so `"not a url"` turned
  /// into a relative address that failed much later with a message about something else.
  ///
  /// - Throws: ``FetchError/Cause/invalidURL(_:reason:)``.
  public init(fetching text: String) throws(FetchError) {
    func mistake(_ reason: String) -> FetchError { FetchError(nil, .invalidURL(text, reason: reason)) }
    guard !text.isEmpty else { throw mistake("it is empty") }
    let isPlain = text.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F }
    guard isPlain else { throw mistake("it has a space or a control character in it") }
    guard let url = URL(string: text, encodingInvalidCharacters: false) ?? URL(string: text) else {
      throw mistake("it is not of the form https://host/path")
    }
    guard let scheme = url.scheme?.lowercased() else {
      throw mistake("it has no scheme; write https:// before it")
    }
    guard scheme == "http" || scheme == "https" else {
      throw mistake("only http and https can be fetched, not \(scheme)")
    }
    guard let host = url.host, !host.isEmpty else { throw mistake("it names no host") }
    if let port = url.port, !(1...65535).contains(port) {
      throw mistake("\(port) is not a port")
    }
    self = url
  }

  /// Scheme, host and port: what may see a credential (RFC 6454, section 4).
  var origin: String {
    let scheme = scheme?.lowercased() ?? ""
    let port = port ?? (scheme == "https" ? 443 : 80)
    return "\(scheme)://\(host?.lowercased() ?? ""):\(port)"
  }
}
