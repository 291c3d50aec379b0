import Foundation

/// A file as chunks, read on a thread that may block.
enum FileChunks {
  /// How much is read at once, in bytes.
  private static let length = 256 << 10

  /// In bytes.
  static func length(of path: String) throws(FileFailure) -> Int64 {
    do throws(POSIXError) {
      guard let status = try FileStatus.of(path, follows: true) else { throw POSIXError(.ENOENT) }
      if status.kind == .folder { throw POSIXError(.EISDIR) }
      if status.kind == .file { return status.size }
    } catch {
      throw .unreadable(path, reason: error.reason)
    }
    throw .unreadable(path, reason: "it is a device, a pipe or a socket, whose length nobody knows")
  }

  static func chunks(of path: String) -> TransportBody {
    TransportBody {
      let reader = Reader(path)
      return { try await reader.next() }
    }
  }

  private actor Reader {
    private let executor = FileThread.Executor()
    private let path: String
    private var file: OpenFile?
    private var offset: Int64 = 0

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(_ path: String) {
      self.path = path
    }

    /// - Throws: ``FileFailure/unreadable(_:reason:)``.
    func next() throws -> Data? {
      do {
        let file = try file ?? OpenFile(path, O_RDONLY | O_NONBLOCK)
        self.file = file
        var chunk = Data(count: FileChunks.length)
        let count = try chunk.withUnsafeMutableBytes { try file.read(into: $0, at: offset) }
        offset += Int64(count)
        return count == 0 ? nil : chunk.prefix(count)
      } catch {
        throw FileFailure.unreadable(path, reason: error.reason)
      }
    }
  }
}
