import ErrandsLoading
import Foundation

extension URL {
  /// The address that a person gave, with `base` before it if it begins with a slash.
  ///
  /// - Throws: `FetchError.invalidURL` for anything but an absolute http or https URL with a host.
  public init(fetching address: String, below base: URL?) throws(FetchError) {
    guard let base, address.hasPrefix("/"), !address.hasPrefix("//") else {
      try self.init(fetching: address)
      return
    }
    let root = base.absoluteString
    do {
      try self.init(fetching: (root.hasSuffix("/") ? String(root.dropLast()) : root) + address)
    } catch {
      // What was given is told, and not what stands before it: that may be nobody's address.
      throw FetchError(nil, .invalidURL(address, reason: error.reason))
    }
  }
}
