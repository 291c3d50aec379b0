import Errands
import Foundation

/// Takes away what killed processes have left in a folder under names that nobody looks for.
///
/// What is still being written is told by its lock, which goes with its process.
enum PartialSweep {
  private static let limit = 1000
  private static let swept = Lock<Set<String>>([])

  /// Once for a folder in a process: a folder of a hundred thousand files is not to be read for each of them. Blocks.
  static func once(_ folder: String) {
    let isFirst = swept.withLock { swept in
      // A server that writes to ever more folders.
      if swept.count >= limit { swept.removeAll() }
      return swept.insert(folder).inserted
    }
    if isFirst { sweep(folder) }
  }

  /// Blocks.
  static func sweep(_ folder: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names where PartialName.isUnique(name) {
      let path = FilePlace.join(folder, name)
      guard let file = try? OpenFile(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK), (try? file.lock()) == .locked,
        (try? file.status)?.kind == .file
      else { continue }
      unlink(path)
    }
  }
}

extension OpenFile {
  /// Makes a file beside a destination, under a name of its own, which is swept once nobody has it.
  static func beside(_ name: SafeFileName, in folder: String) throws(POSIXError) -> OpenFile {
    PartialSweep.once(folder)
    while true {
      let path = FilePlace.join(folder, PartialName.unique(for: name))
      let file = try OpenFile(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW)
      // A sweep may have come by before it was locked.
      if try file.lock() != .busy, try file.status.names > 0 { return file }
    }
  }
}
