import Foundation

extension Library {
  /// Whether a file is one of the library's own, or would be: a backup that replaces one of them destroys what it is made of.
  /// Neither another way of writing the path, nor a link, hides one.
  func owns(_ path: String) -> Bool {
    let url = URL(filePath: path)
    let folder = FileNumber(of: url.deletingLastPathComponent().path(percentEncoded: false))
    if let folder, folder == FileNumber(of: files.folder) { return true }
    let present = FileNumber(of: path)
    return ownPaths.contains { own in
      if let present, present == FileNumber(of: own) { return true }
      let place = URL(filePath: own)
      guard let folder, place.lastPathComponent == url.lastPathComponent else { return false }
      return folder == FileNumber(of: place.deletingLastPathComponent().path(percentEncoded: false))
    }
  }

  /// The file, what SQLite has beside it, and what a restoration writes before it is renamed. SQLite follows a link, and has its
  /// files beside the one that it leads to.
  private var ownPaths: [String] {
    var places = [file.path]
    if let resolved = realpath(file.path, nil) {
      defer { free(resolved) }
      places.append(String(cString: resolved))
    }
    return places.flatMap { place in
      [place, SQLitePart.path(beside: place)].flatMap { path in
        ([""] + SQLitePart.endings).map { path + $0 }
      }
    }
  }
}

/// Tells files apart, by whichever path they are found.
private struct FileNumber: Equatable {
  private let device: UInt64
  private let number: UInt64

  /// Nil where there is none.
  init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
  }
}
