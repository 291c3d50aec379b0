import Foundation

/// Where a download goes, and what is done about a file that is there.
///
/// ```swift
/// let one = Destination(file: "chart.json")
/// let batch = Destination(folder: "photos", existing: .keepBoth)
/// ```
///
/// A destination given as a path may be a symbolic link to a file: the file that it leads to is replaced, and the link
/// stays. A link that leads to nothing is an error, as nobody can tell whether its target is where the user wants a
/// file. In a folder, where the server has a say in the name, a link is replaced and never followed.
public struct Destination: Sendable {
  /// What is done where a file of the same name is there.
  public enum ExistingFile: String, Sendable, Hashable, CaseIterable {
    /// It is replaced, in the instant in which the new one is whole.
    case replace
    /// It stays, and the new one gets a number: `photo 2.jpg`.
    case keepBoth = "keep-both"
    /// It stays, and the download fails with ``FileFailure/exists(_:)``.
    case fail
  }

  enum Kind: Sendable {
    case file(String)
    case folder(String, FileNames)
  }

  let kind: Kind
  /// What is done where a file of the same name is there. Default ``ExistingFile/replace``.
  public var existing: ExistingFile
  /// Whether folders that are missing are made. Default true.
  public var makesFolders: Bool

  /// A file at this path, relative to the working folder where it does not begin with a slash.
  public init(file path: String, existing: ExistingFile = .replace, makesFolders: Bool = true) {
    kind = .file(path)
    self.existing = existing
    self.makesFolders = makesFolders
  }

  /// A file in this folder. Its name is what `Content-Disposition` says (RFC 6266), or else the last segment of the
  /// URL's path, or else `download`, made safe by ``SafeFileName``.
  ///
  /// - Parameter names: The names that are taken. Destinations that share it never write over one another's files, and
  ///   a destination that is used for several downloads shares it with itself.
  public init(
    folder path: String,
    names: FileNames = FileNames(),
    existing: ExistingFile = .replace,
    makesFolders: Bool = true
  ) {
    kind = .folder(path, names)
    self.existing = existing
    self.makesFolders = makesFolders
  }
}
