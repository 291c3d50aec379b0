import ErrandsLoading
import Foundation

extension PhotoBatch {
  /// What to fetch for an address. Formats that cannot be read are not asked for.
  func request(for address: String) throws(FetchError) -> FetchRequest {
    try FetchRequest(
      address: resolved(address),
      fields: ["Accept": "image/webp,image/png,image/jpeg,image/gif"]
    )
  }

  private func resolved(_ address: String) -> String {
    guard let base, address.hasPrefix("/"), !address.hasPrefix("//") else { return address }
    let root = base.absoluteString
    return (root.hasSuffix("/") ? String(root.dropLast()) : root) + address
  }
}
