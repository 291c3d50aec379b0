import Foundation

extension FilePlace {
  /// Makes the folder, follows a link that the user gave as the path, and looks whether a file can be put here. Blocks.
  ///
  /// - Throws: ``FileFailure``, before anything has been sent.
  func prepared() throws(FileFailure) -> FilePlace {
    try checkName()
    try prepareFolder()
    guard isPath else { return self }
    let place = try followed()
    try place.check()
    return place
  }

  /// Looks whether a file can be put here under its present name. Blocks.
  ///
  /// - Throws: ``FileFailure/isFolder(_:)``, ``FileFailure/notFile(_:)``, or ``FileFailure/exists(_:)`` where what is
  ///   there has to stay.
  func check() throws(FileFailure) {
    guard let status = try status() else { return }
    switch (existing, status.kind) {
    case (.keepBoth, _): return
    case (_, .folder): throw .isFolder(path)
    case (_, .other): throw .notFile(path)
    case (.fail, _): throw .exists(path)
    case (.replace, .file), (.replace, .link): return
    }
  }

  /// What is here; a link is not followed.
  func status() throws(FileFailure) -> FileStatus? {
    do throws(POSIXError) {
      return try FileStatus.of(path)
    } catch {
      throw .file(path, reason: error.reason)
    }
  }

  private func checkName() throws(FileFailure) {
    guard !name.text.isEmpty else {
      throw folder == "." ? .badName("“”", reason: "it names no file") : .isFolder(folder)
    }
    guard !path.utf8.contains(0) else {
      throw .badName(path.filter { $0 != "\0" }, reason: "there is a zero byte in its name")
    }
    guard name.text.utf8.count <= SafeFileName.limit else {
      throw .badName(path, reason: "its name is longer than \(SafeFileName.limit) bytes")
    }
  }

  private func prepareFolder() throws(FileFailure) {
    if makesFolders { return try FileFailure.making(folder: folder).get() }
    guard let status = try? FileStatus.of(folder, follows: true), status.kind == .folder else {
      throw .noFolder(folder)
    }
  }

  /// The place to which a link leads.
  ///
  /// A file that is to be replaced is the one that the link leads to, as with curl, and it is replaced where it lies,
  /// as everywhere: the link stays. What becomes of a link to nothing is for the user to say. An attacker who plants a link
  /// after this has gained nothing: at the end it is replaced, and not followed.
  private func followed() throws(FileFailure) -> FilePlace {
    let target: FileStatus?
    do throws(POSIXError) {
      target = try FileStatus.of(path, follows: true)
    } catch {
      throw .file(path, reason: error.reason)
    }
    switch target?.kind {
    case .folder?: throw .isFolder(path)
    case .other?: throw .notFile(path)
    case .file?, .link?, nil: break
    }
    // A file that stays, stays with its link.
    guard existing == .replace, try status()?.kind == .link else { return self }
    guard target != nil, let resolved = Self.resolved(path) else {
      throw .danglingLink(path, target: Self.target(of: path))
    }
    return moved(to: resolved)
  }

  /// The path without links in it; nil where something of it is not there.
  static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private static func target(of link: String) -> String {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: link)) ?? "an unknown place"
  }
}
