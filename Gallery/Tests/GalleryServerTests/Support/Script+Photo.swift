import ErrandsUpstream
import Foundation

extension Script {
  /// The beginning and the end of a JPEG, which is as much as is looked at.
  static let photo = ok([0xFF, 0xD8, 0xFF, 0xDA, 0xFF, 0xD9], contentType: "image/jpeg")

  /// What the path says: a photo for `/photo…`, one that never ends for `/stall…`, and 404 for the rest.
  @Sendable static func photo(for request: RecordedRequest) -> Script {
    if request.path.hasPrefix("/photo") { return .photo }
    return request.path.hasPrefix("/stall") ? .stalled : .status(404)
  }
}
