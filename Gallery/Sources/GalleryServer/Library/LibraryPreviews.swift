import ErrandsImages
import Foundation
import GalleryDatabase
import Hummingbird

/// Kept pictures, small and still, for a page that shows many of them.
struct LibraryPreviews: Sendable {
  /// Twice what the page shows, for dense screens; of one that moves, the first frame.
  private static let recipe = ImageRecipe([.resize(width: 640, height: 480)], isStill: true)

  let images: ServedImages
  let limit: ImageLimit

  /// - Parameters:
  ///   - digest: That of the file.
  ///   - read: Reads the file, where the client does not have its preview.
  /// - Throws: A problem with status 415 where the file cannot be decoded, though it is whole.
  func content(
    of digest: String,
    for request: Request,
    reading read: () async throws -> LibraryBytes
  ) async throws -> ServedContent {
    let encoding = images.encoding(for: request)
    let tag = "\"\(digest)-\(encoding.format)\""
    let isKnown = request.knows(tag)
    return ServedContent(
      bytes: isKnown ? Data() : try await drawn(try await read(), as: encoding, for: request),
      type: encoding.format.mediaType,
      tag: tag,
      caching: LibraryRoutes.caching,
      negotiatedBy: .accept,
      isUnchanged: isKnown
    )
  }

  private func drawn(_ file: LibraryBytes, as encoding: ImageEncoding, for request: Request) async throws
    -> Data
  {
    let entry = try limit.enter(for: "preview \(file.digest) \(encoding.format)", of: request)
    defer { entry.leave() }
    do {
      return try await request.untilClientLeaves {
        try await ImageFile(rendering: file.bytes, by: Self.recipe, as: encoding).bytes
      }
    } catch let error as ImageError {
      if case .tooManyWaiting = error { throw error }
      throw Problem(status: .unsupportedMediaType, detail: "The kept picture cannot be decoded: \(error)")
    }
  }
}
