import Crypto
import Dispatch
import Errands
import ErrandsLoading
import Foundation

/// The files of things, in a folder beside the library. Each has a name that was never there before, so that nobody deletes
/// what somebody else has kept meanwhile.
package final class LibraryFiles: Sendable {
  let folder: String
  private let opened: LibraryFile
  private let lock: FolderLock
  /// Writing and deleting block, and not a thread of the tasks.
  private let queue = DispatchQueue(label: "library files", attributes: .concurrent)

  /// - Parameter path: The library's file: `gallery.sqlite` has its files in `gallery-files`.
  init(beside path: String) throws {
    folder = Self.folder(beside: path)
    try LibraryFile.make(folder: URL(filePath: folder))
    opened = try LibraryFile(folder)
    lock = try FolderLock(folder)
  }

  /// Gives the folder of another library another name, with the time: one that was damaged and has been moved away may be put
  /// back, and in a new one nothing has these files, which would be deleted. Blocks.
  ///
  /// - Parameters:
  ///   - path: The new library's file.
  ///   - isNew: Whether nothing has been kept in it; asked while nobody else has the folder.
  /// - Throws: `FileFailure`; what `isNew` throws.
  static func setAside(beside path: String, where isNew: () throws -> Bool) throws {
    let files = try LibraryFiles(beside: path)
    _ = try files.ifAlone {
      let names = try FileManager.default.contentsOfDirectory(atPath: files.folder)
      guard names.contains(where: isName), try isNew() else { return }
      let time = Date().formatted(.iso8601.timeSeparator(.omitted))
      guard rename(files.folder, "\(files.folder).\(time)") == 0 else {
        throw FileFailure.file(files.folder, reason: String(cString: strerror(errno)).lowercased())
      }
    }
  }

  /// Another folder in its place would hold none of what there is, and may be on another disk: one that is not mounted, say.
  ///
  /// - Throws: ``LibraryError/gone(_:)`` where the folder is not the one that was opened.
  func check() throws(LibraryError) { try opened.check() }

  static func folder(beside path: String) -> String {
    let url = URL(filePath: path)
    let name = url.deletingPathExtension().lastPathComponent + "-files"
    return url.deletingLastPathComponent().appending(path: name).path(percentEncoded: false)
  }

  /// A file that is at its place, whole, and on the disk.
  struct Written: Sendable {
    let name: String
    let digest: String
  }

  /// Writes a file, unless its task is cancelled: then nothing is left of it. It is waited for until it has ended also then,
  /// as a file that is put at its place after that has nobody who would remove it.
  func write(_ file: NewThing.File) async throws -> Written {
    let name = Self.newName(ending: file.ending)
    let path = path(of: name)
    let scope = Scope()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { done in
        queue.async { [self] in
          done.resume(
            with: Result {
              try check()
              let digest = Self.digest(of: file.bytes)
              try WholeFile.write(file.bytes, to: path) { !scope.isEnded }
              // In a folder that was there before others may look.
              chmod(path, 0o600)
              return Written(name: name, digest: digest)
            }
          )
        }
      }
    } onCancel: {
      scope.cancel()
    }
  }

  /// - Returns: `nil` where it is not there as it was kept.
  func read(_ file: SavedThing.File) async throws -> Data? {
    try await Errand<Data?>.fromCallback("reading \(file.name)") { [self] callback in
      queue.async { callback(Result { try self.readNow(file) }) }
    }.value()
  }

  /// Deletes a file, also for a task that is cancelled: what has no thing is to have no file.
  func remove(_ name: String) async {
    await withCheckedContinuation { done in
      queue.async {
        self.removeNow(name)
        done.resume()
      }
    }
  }

  /// Deletes what has no thing, where nobody else has the library open: what has no thing yet may be about to have one.
  /// Blocks.
  ///
  /// - Parameter claim: Is given the names that are there, and gives those that have things.
  func sweep(_ claim: (_ present: Set<String>) throws -> Set<String>) throws {
    _ = try lock.ifAlone {
      let present = Set(try FileManager.default.contentsOfDirectory(atPath: folder))
      for name in present.subtracting(try claim(present)) { removeNow(name) }
    }
  }

  /// Runs `work` where nobody else has the files; false where somebody has.
  func ifAlone(_ work: () throws -> Void) throws -> Bool { try lock.ifAlone(work) }

  /// The bytes of a file; nil where it is not there as it was kept. Blocks.
  ///
  /// - Throws: `FileFailure`, and ``LibraryError/gone(_:)``: what cannot be read now is not lost.
  func readNow(_ file: SavedThing.File) throws -> Data? {
    do {
      let bytes = try Data(contentsOf: URL(filePath: path(of: file.name)))
      return Self.digest(of: bytes) == file.digest ? bytes : nil
    } catch CocoaError.fileReadNoSuchFile {
      // Of a folder that is not there nothing is lost, as far as is known.
      try check()
      return nil
    } catch {
      throw FileFailure.unreadable(path(of: file.name), reason: LibraryError.reason(error))
    }
  }

  /// Writes a file. Blocks.
  func writeNow(_ bytes: Data, to name: String) throws { try WholeFile.write(bytes, to: path(of: name)) }

  /// Deletes a file. Blocks.
  func removeNow(_ name: String) { unlink(path(of: name)) }

  static func newName(ending: String) -> String { "\(UUID().uuidString.lowercased()).\(ending)" }

  /// Whether it is one that ``newName(ending:)`` gives.
  private static func isName(_ name: String) -> Bool { UUID(uuidString: String(name.prefix(36))) != nil }

  package static func digest(of bytes: Data) -> String { SHA256.hash(data: bytes).hexadecimal }

  private func path(of name: String) -> String { folder + "/" + name }
}
