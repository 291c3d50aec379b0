import Foundation
import Hummingbird

/// The page's files, which are built into the program's resources and held in memory: half a megabyte.
///
/// What is asked for is looked up and never opened, so that no address leads out of the folder.
struct PageFiles: RouterMiddleware {
  private let files: [String: ServedContent]

  /// - Throws: ``MissingPage``.
  init() throws {
    guard let folder = Bundle.module.url(forResource: "Public", withExtension: nil),
      let names = FileManager.default.enumerator(atPath: folder.path)
    else { throw MissingPage() }
    var files: [String: ServedContent] = [:]
    for case let name as String in names {
      let file = folder.appending(path: name)
      if file.hasDirectoryPath || name.contains("/.") || name.hasPrefix(".") { continue }
      guard let bytes = try? Data(contentsOf: file) else { continue }
      let type = MediaType.getMediaType(forExtension: file.pathExtension)
      files["/" + name] = ServedContent(
        bytes: bytes,
        type: type.map { "\($0)" } ?? "application/octet-stream",
        caching: "no-cache"
      )
    }
    files["/"] = files["/index.html"]
    self.files = files
  }

  func handle(
    _ request: Request,
    context: BasicRequestContext,
    next: (Request, BasicRequestContext) async throws -> Response
  ) async throws -> Response {
    guard [.get, .head].contains(request.method), let file = files[request.plainPath] else {
      return try await next(request, context)
    }
    let response = file.response(to: request)
    return request.method == .head ? response.createHeadResponse() : response
  }

  struct MissingPage: Error, CustomStringConvertible {
    var description: String { "The page's files are not beside the program; build it again." }
  }
}
