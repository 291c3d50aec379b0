import Foundation

extension FilePlace {
  /// Gives a file that is whole its name here. Blocks.
  ///
  /// A file that has to stay is not looked for and then missed: the last step itself does not overwrite, so that of a
  /// hundred downloads that want one name at the same time each has a file.
  ///
  /// - Parameters:
  ///   - source: The path of the file, in the same folder.
  ///   - willLand: Called with each path before it is tried.
  /// - Returns: Where the file is.
  func land(_ source: String, _ willLand: (_ path: String) -> Void = { _ in }) throws(FileFailure) -> String {
    var place = self
    while true {
      try place.check()
      if existing == .keepBoth, try place.status() != nil {
        place = place.renamed()
        continue
      }
      willLand(place.path)
      do throws(POSIXError) {
        if existing == .replace {
          try Renaming.replace(place.path, with: source)
        } else {
          try Renaming.move(source, to: place.path)
        }
        return place.path
      } catch {
        switch (error.code, existing) {
        case (.EEXIST, .keepBoth): place = place.renamed()
        case (.EEXIST, .fail): throw .exists(place.path)
        default: throw FileFailure(error, writing: place.path)
        }
      }
    }
  }
}
