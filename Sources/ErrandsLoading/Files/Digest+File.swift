import Foundation

extension Digest {
  /// That of the plain file at a path, hexadecimal; nil where there is none that can be read. Blocks.
  static func ofFile(at path: String) -> String? {
    // Opening a pipe would wait for somebody who writes to it.
    guard let path = FilePlace.resolved(path), let status = try? FileStatus.of(path), status.kind == .file,
      let file = try? OpenFile(path, O_RDONLY)
    else { return nil }
    return try? file.digest(of: status.size).hexadecimal
  }
}

extension OpenFile {
  /// Of its first bytes, a piece at a time.
  func digest(of count: Int64) throws(POSIXError) -> Digest {
    var digest = Digest()
    var done: Int64 = 0
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
    defer { buffer.deallocate() }
    while done < count {
      let room = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(Int(min(count - done, 256 << 10))))
      let read = try read(into: room, at: done)
      // Another program has cut the file meanwhile.
      guard read > 0 else { throw POSIXError(.EIO) }
      digest.update(UnsafeRawBufferPointer(rebasing: room.prefix(read)))
      done += Int64(read)
    }
    return digest
  }
}
