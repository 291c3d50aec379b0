import ErrandsLoading
import Foundation

/// The folder that animations are written to.
final class GifFolder: Sendable {
  private let path: String
  private let names = FileNames()
  private let made = Lock<Result<Void, FileFailure>?>(nil)

  init(_ path: String) {
    self.path = path
  }

  /// The name of a hit's file, unless its server gives it another. Asked in the order of the hits, the same
  /// hits have the same names each time.
  func claim(_ gif: Gif, at url: URL) -> SafeFileName { names.claim(GifFileName.name(for: gif, at: url)) }

  /// Makes the folder, the first time.
  func make() throws(FileFailure) {
    let result = made.withLock { made in
      let result = made ?? FileFailure.making(folder: path)
      made = result
      return result
    }
    try result.get()
  }

  /// Writes an animation and gives its path.
  ///
  /// - Parameter isWanted: Asked until the file is there; once it says no, nothing is left of it.
  func write(
    _ fetched: FetchedData,
    of gif: Gif,
    named name: SafeFileName,
    while isWanted: () -> Bool
  ) throws -> String {
    let offered = fetched.head.fields["Content-Disposition"].flatMap(ContentDisposition.fileName)
    let name =
      offered.map { names.claim(GifFileName.name(for: gif, at: fetched.head.url, offered: $0)) } ?? name
    let file = (path.hasSuffix("/") ? path : path + "/") + name.text
    try WholeFile.write(fetched.body, to: file, while: isWanted)
    return file
  }
}
