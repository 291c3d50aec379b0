import Foundation
import Hummingbird

/// Refuses paths with control characters in them, encoded or not.
///
/// The system's calls take a file's name to end at its first NUL, so `/modules/main.js%00.css` was answered with
/// the module, under the type of a style sheet, and `/%00` with a redirect.
struct PathCheck: RequestCheck {
  func check(_ request: Request) throws {
    guard !request.plainPath.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else {
      throw Problem.badRequest("The address has a control character in it; remove it.")
    }
  }
}
