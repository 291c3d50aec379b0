import Foundation
import Hummingbird
import Logging

/// The page's files, which are built into the program's resources.
enum PageFiles {
  static func middleware(
    logger: Logger
  ) throws -> FileMiddleware<BasicRequestContext, LocalFileSystem> {
    guard let folder = Bundle.module.url(forResource: "Public", withExtension: nil) else {
      throw MissingPage()
    }
    return FileMiddleware(
      folder.path,
      cacheControl: .init([(MediaType(type: .any), [CacheControl.CacheControlValue.noCache])]),
      searchForIndexHtml: true,
      logger: logger
    )
  }

  struct MissingPage: Error, CustomStringConvertible {
    var description: String { "The page's files are not beside the program; build it again." }
  }
}
