import ErrandsUpstream
import Foundation

extension Script {
  /// Covers that are fresh for so many seconds, with the tag `"v1"`, and the list of them.
  static func freshCovers(
    _ seconds: Int = 600,
    before cover: @escaping @Sendable () async throws -> Void = {}
  ) -> @Sendable (RecordedRequest) async throws -> Script {
    { request in
      guard request.path != "/articles" else { return try await covers(for: request) }
      try await cover()
      return .file(
        Array(try await coverBytes.value),
        entityTag: "\"v1\"",
        contentType: "image/jpeg",
        headers: ["Cache-Control": "max-age=\(seconds)"],
        for: request
      )
    }
  }
}
