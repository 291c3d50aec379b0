import ErrandsLoading
import Foundation

extension PhotoBatch {
  /// What to fetch for an address.
  func request(for address: String) throws(FetchError) -> FetchRequest {
    .picture(try url(of: address))
  }

  /// Where an address of this batch leads to: with ``base`` before it, if it begins with a slash.
  ///
  /// - Throws: `FetchError.invalidURL` for anything but an absolute http or https URL with a host.
  public func url(of address: String) throws(FetchError) -> URL { try URL(fetching: address, below: base) }
}
