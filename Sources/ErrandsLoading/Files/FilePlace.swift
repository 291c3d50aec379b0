import Foundation

/// The place of one download: a folder, and the name that the file is to have in it.
///
/// Made by ``Destination/place(for:)`` in the order of a batch, so that the same batch has the same names each time;
/// prepared before a request is sent; named once more when the head of the answer is there; landed on at the end. The partial
/// file has its name from the place as it was prepared, as a run that resumes does not yet know what the server will say.
struct FilePlace: Sendable {
  /// Without a slash at its end, unless it is the root.
  private(set) var folder: String
  /// The name that was asked for, and the one that nobody else in the batch has.
  private(set) var wanted: SafeFileName
  private(set) var name: SafeFileName
  let names: FileNames
  let existing: Destination.ExistingFile
  let makesFolders: Bool
  /// Whether the user gave the path, and not the server the name.
  let isPath: Bool

  /// Where the file is to be, if nothing is in its way.
  var path: String { Self.join(folder, name.text) }

  static func join(_ folder: String, _ name: String) -> String {
    folder.hasSuffix("/") ? folder + name : folder + "/" + name
  }
}

extension Destination {
  /// The place for a download of this address, with a name claimed for it. Touches no disk.
  func place(for url: URL) -> FilePlace {
    switch kind {
    case .file(let path):
      let (folder, name) = FilePlace.split(path)
      return FilePlace(folder: folder, name: SafeFileName(unchecked: name), FileNames(), self, isPath: true)
    case .folder(let path, let names):
      let name = SafeFileName(url: url) ?? SafeFileName(fallback: "download")
      return FilePlace(folder: path.isEmpty ? "." : path, name: name, names, self, isPath: false)
    }
  }
}

extension FilePlace {
  fileprivate init(
    folder: String,
    name: SafeFileName,
    _ names: FileNames,
    _ destination: Destination,
    isPath: Bool
  ) {
    self.folder = folder
    wanted = name
    self.name = names.claim(name)
    self.names = names
    existing = destination.existing
    makesFolders = destination.makesFolders
    self.isPath = isPath
  }

  /// A path as its folder and its last part, which is empty where the path ends in a slash.
  static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
    let folder = path[..<slash]
    return (folder.isEmpty ? "/" : String(folder), String(path[path.utf8.index(after: slash)...]))
  }

  /// Makes the folder, follows a link that the user gave as the path, and looks whether a file can be put here. Blocks.
  ///
  /// - Throws: ``FileFailure``, before anything has been sent.
  func prepared() throws(FileFailure) -> FilePlace {
    fatalError("follows")
  }

  /// With the name that the answer's `Content-Disposition` gives the file, if this has a folder and the answer a name. To be
  /// called once for a download, as each call claims a name.
  func named(by fields: HTTPFields) -> FilePlace {
    guard !isPath,
      let given = fields["Content-Disposition"].flatMap(ContentDisposition.fileName).flatMap(
        SafeFileName.init
      ),
      given != wanted
    else { return self }
    var place = self
    place.wanted = given
    place.name = names.claim(given)
    return place
  }

  /// Looks whether a file can be put here under its present name. Blocks.
  ///
  /// - Throws: ``FileFailure/isFolder(_:)``, ``FileFailure/notFile(_:)``, or ``FileFailure/exists(_:)`` where the file that is
  ///   there has to stay.
  func check() throws(FileFailure) {
    fatalError("follows")
  }
}
