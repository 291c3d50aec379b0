import ErrandsLoading
import Foundation

extension String {
  /// A text that is meant to be an address, as it may be named, traced, logged and shown: without user, password and
  /// fragment, and of a query the names only. What is no address may be a secret anywhere behind a question mark, or
  /// before an `@`.
  public var redactedAddress: String {
    if let url = URL(string: self, encodingInvalidCharacters: false) { return url.redacted }
    let place = prefix { $0 != "?" && $0 != "#" }
    let host = place.lastIndex(of: "@").map { place[place.index(after: $0)...] } ?? place
    return host.count == count ? self : "\(host)…"
  }
}
