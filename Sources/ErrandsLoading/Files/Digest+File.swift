import Foundation

extension Digest {
  /// That of the plain file at a path, hexadecimal; nil where there is none that can be read. Blocks.
  static func ofFile(at path: String) -> String? {
    // Opening a pipe would wait for somebody who writes to it.
    guard let path = FilePlace.resolved(path), let status = try? FileStatus.of(path), status.kind == .file,
      let file = FileHandle(forReadingAtPath: path)
    else { return nil }
    var digest = Digest()
    do {
      while let part = try file.read(upToCount: 1 << 20), !part.isEmpty { digest.update(part) }
    } catch {
      return nil
    }
    return digest.hexadecimal
  }
}
