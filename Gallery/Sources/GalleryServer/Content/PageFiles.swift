import Foundation
import Hummingbird

/// The page's files, which lie beside the program and are held in memory: half a megabyte.
///
/// What is asked for is looked up and never opened, so that no address leads out of the folder.
struct PageFiles: RouterMiddleware {
  private let files: [String: PageFile]

  /// - Throws: ``MissingPage``.
  init() throws {
    guard let folder = Self.folder, let names = FileManager.default.enumerator(atPath: folder.path)
    else { throw MissingPage() }
    var files: [String: PageFile] = [:]
    for case let name as String in names {
      let file = folder.appending(path: name)
      if file.hasDirectoryPath || name.contains("/.") || name.hasPrefix(".") { continue }
      guard let bytes = try? Data(contentsOf: file) else { continue }
      let type = MediaType.getMediaType(forExtension: file.pathExtension)
      files["/" + name] = PageFile(bytes, type: type.map { "\($0)" } ?? "application/octet-stream")
    }
    files["/"] = files["/index.html"]
    self.files = files
  }

  /// Where a build puts them, or where `make install` does.
  ///
  /// Not `Bundle.module`, which knows the folder of the build by its name: a program that was copied elsewhere found its
  /// page there, or ended without a sentence once that was gone.
  private static var folder: URL? {
    let program = Bundle.main.executableURL?.deletingLastPathComponent()
    return ["gallery_GalleryServer.resources", "gallery_GalleryServer.bundle", "../share/gallery"]
      .compactMap {
        program?.appending(path: "\($0)/Public", directoryHint: .isDirectory).standardizedFileURL
      }
      .first { FileManager.default.fileExists(atPath: $0.path) }
  }

  func handle(
    _ request: Request,
    context: BasicRequestContext,
    next: (Request, BasicRequestContext) async throws -> Response
  ) async throws -> Response {
    guard let file = files[request.plainPath] else { return try await next(request, context) }
    guard [.get, .head].contains(request.method) else {
      throw Problem.wrongMethod(request.method, allowed: [.get, .head])
    }
    let response = file.response(to: request)
    return request.method == .head ? response.createHeadResponse() : response
  }

  struct MissingPage: Error, CustomStringConvertible {
    var description: String {
      "The page's files are not beside the program; build it again, or install it with make install."
    }
  }
}
