import Foundation

/// The place of one download: a folder, and the name that the file is to have in it.
///
/// It is made by ``Destination/place(for:)`` in the order of a batch, so that the same batch has the same names each
/// time; it is prepared before a request is sent; and it is named once more when the head of the answer is there. The
/// partial file has its name from the place as it was prepared: a run that resumes does not yet know what the server
/// will say.
struct FilePlace: Sendable {
  /// Without a slash at its end, unless it is the root.
  private(set) var folder: String
  /// The name that was asked for.
  private(set) var wanted: SafeFileName
  /// The one that nobody else in the batch has: the name that was asked for, or that with a number in it.
  private(set) var name: SafeFileName
  /// The names that are taken.
  let names: FileNames
  let existing: Destination.ExistingFile
  let makesFolders: Bool
  /// Whether the user gave the path, and not the server the name.
  let isPath: Bool

  /// Where the file is to be, if nothing is in its way.
  var path: String { path(of: name) }

  func path(of name: SafeFileName) -> String { Self.join(folder, name.text) }

  static func join(_ folder: String, _ name: String) -> String {
    folder.hasSuffix("/") ? folder + name : folder + "/" + name
  }

  /// A path as its folder and its last part, which is empty where the path ends in a slash.
  static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
    let folder = path[..<slash]
    return (folder.isEmpty ? "/" : String(folder), String(path[path.utf8.index(after: slash)...]))
  }

  /// With the name that the answer's `Content-Disposition` gives the file, if there is a folder to name it in.
  ///
  /// - Parameter claims: Of the download, in all of its runs.
  func named(by fields: HTTPFields, _ claims: NameClaims = NameClaims()) -> FilePlace {
    guard !isPath, let text = fields["Content-Disposition"].flatMap(ContentDisposition.fileName),
      let given = SafeFileName(text), given != wanted
    else { return self }
    var place = self
    place.wanted = given
    place.name = claims.claim(given, among: names)
    return place
  }

  /// With the next name that is free in the batch.
  func renamed() -> FilePlace {
    var place = self
    place.name = names.claim(wanted)
    return place
  }

  /// At another path, to which the user's leads.
  func moved(to path: String) -> FilePlace {
    var place = self
    let (folder, name) = Self.split(path)
    place.folder = folder
    place.wanted = SafeFileName(unchecked: name)
    place.name = place.wanted
    return place
  }
}

extension Destination {
  /// The place for a download of this address, with a name claimed for it. Touches no disk.
  func place(for url: URL) -> FilePlace {
    switch kind {
    case .file(let path): return FilePlace(path, of: self)
    case .folder(let path, let names):
      let name = SafeFileName(url: url) ?? SafeFileName(fallback: "download")
      return FilePlace(path.isEmpty ? "." : path, name, names, self, isPath: false)
    }
  }
}

extension FilePlace {
  /// The place at a path that the user gave.
  init(_ path: String, of destination: Destination) {
    let (folder, name) = Self.split(path)
    self.init(folder, SafeFileName(unchecked: name), FileNames(), destination, isPath: true)
  }

  fileprivate init(
    _ folder: String,
    _ name: SafeFileName,
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
}
