import Hummingbird

/// Refuses paths with control characters in them, encoded or not.
///
/// The system's calls take a file's name to end at its first NUL, so `/modules/main.js%00.css` was answered with
/// the module, under the type of a style sheet, and `/%00` with a redirect.
struct PathCheck: RequestCheck {
  func check(_ request: Request) throws {
    guard !Self.hasControl(request.plainPath) else {
      throw Problem.badRequest("The address has a control character in it; remove it.")
    }
  }

  /// The controls are Unicode's: those of ASCII, and as many behind them.
  static func hasControl(_ path: String) -> Bool {
    path.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }
  }
}
