import ErrandsLoading
import Foundation

/// The folder that the photos of a batch are written to.
final class PhotoFolder: Sendable {
  private let path: String
  private let names = FileNames()
  /// The names in the addresses, given out in the order of the batch and not of arrival, so that the same batch
  /// gives the same names every time.
  private let namesOfAddresses: [SafeFileName?]
  private let made = Lock<Result<Void, FileFailure>?>(nil)

  init(_ path: String, for urls: [URL?]) {
    self.path = path
    namesOfAddresses = urls.map { [names] url in
      url.map { names.claim(SafeFileName(url: $0) ?? .photo) }
    }
  }

  /// Makes the folder, the first time.
  func make() throws(FileFailure) {
    let result = made.withLock { made in
      let result = made ?? FileFailure.making(folder: path)
      made = result
      return result
    }
    try result.get()
  }

  /// Writes a photo and gives its path.
  ///
  /// - Parameter isWanted: Asked until the file is there; once it says no, nothing is left of it.
  func write(_ fetched: FetchedData, of index: Int, while isWanted: () -> Bool) throws -> String {
    let file = (path.hasSuffix("/") ? path : path + "/") + name(for: fetched, of: index).text
    try WholeFile.write(fetched.body, to: file, while: isWanted)
    return file
  }

  /// The name that the server gives it, or else the one in its address.
  private func name(for fetched: FetchedData, of index: Int) -> SafeFileName {
    let own = fetched.head.fields["Content-Disposition"].flatMap(ContentDisposition.fileName)
      .flatMap(SafeFileName.init)
    return own.map(names.claim) ?? namesOfAddresses[index] ?? names.claim(.photo)
  }
}

extension SafeFileName {
  /// For an address that has none.
  fileprivate static let photo = SafeFileName(fallback: "photo")
}
