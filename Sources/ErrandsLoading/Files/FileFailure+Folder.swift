import Foundation

extension FileFailure {
  /// Makes a folder, and those above it, where they are missing. Blocks.
  ///
  /// - Returns: ``FileFailure/folder(_:reason:)`` where that is not possible: as a value, for code that makes a folder
  ///   once and tells everybody what came of it.
  public static func making(folder path: String) -> Result<Void, FileFailure> {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      return .success(())
    } catch {
      return .failure(.folder(path, reason: error.reason))
    }
  }
}
