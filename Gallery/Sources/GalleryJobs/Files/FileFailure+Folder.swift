import Foundation

extension FileFailure {
  /// Makes a folder, and those above it, where they are missing.
  static func making(folder path: String) -> Result<Void, FileFailure> {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      return .success(())
    } catch {
      return .failure(.folder(path, reason: error.reason))
    }
  }
}
