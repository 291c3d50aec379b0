import ErrandsLoading
import Foundation

extension FetchRequest {
  /// Asks for a picture, whoever wants it: so that all who do share one load of it, and one copy. Formats that cannot be
  /// read are not asked for.
  public static func picture(_ url: URL) -> FetchRequest {
    FetchRequest(url, fields: ["Accept": "image/webp,image/png,image/jpeg,image/gif"])
  }
}
