import Dispatch
import Foundation

/// The file beside its destination that takes the bytes of a download until they are all there.
///
/// All of it blocks: it belongs to one thread, which ``FileWriter`` gives it.
///
/// A process may be killed, and the power cut, between any two of these steps; what is found then is in brackets.
///
/// 1. The file is opened, and locked for as long as it is written. [An empty file, which the next run takes.]
/// 2. What it held is cut off, and that flushed. [The same; an old record of no bytes says nothing.] The new record
///    must not come before: old bytes would be gone on with under a new validator.
/// 3. The record is written whole under another name, flushed, renamed, and its folder flushed. [The same; what has the
///    other name is removed before it is written again.]
/// 4. The bytes are written. [Some bytes and their record: the next run goes on behind them.]
/// 5. The file gets its time and is flushed. [The same. A file that has all of its bytes gives up the last one, so that
///    the server is asked whether they are still right.]
/// 6. The record is removed. [Bytes without a record: the next run begins anew. It would be a pity about them, but it
///    is an instant; the other way round, a record would lie beside a finished file for ever, as nobody looks for it
///    again.]
/// 7. The file is renamed into place. [It is there.] Where two names make a renaming (``Renaming/link(_:to:)``),
///    between them the whole file has both, and the next run takes the hidden one away without writing to it.
/// 8. The folder is flushed.
final class PartialFile {
  /// So many bytes are brought to the disk while the next ones come: all at the end would take a third of the time once more.
  private static let flushedAtOnce: Int64 = 8 << 20

  let place: FilePlace
  private let file: OpenFile
  /// Whether the next run is to find it, and not one with a name of its own.
  private let isShared: Bool

  /// How many bytes are held, and to be gone on behind.
  private(set) var held: Int64
  /// How many of them have been written since the system was last told to bring them to the disk.
  private var unflushed: Int64 = 0
  /// What the held bytes are; nil where there are none, or none that can be gone on with.
  private(set) var record: PartialRecord?
  /// Whether the SHA-256 is worked out meanwhile. Set before anything is written.
  var digests = true
  /// Of the held bytes, once something is written.
  private var digest: Digest?
  /// Whether anything has been written, behind the bytes that were found or in their place.
  private var isTouched = false
  /// How long the whole is to be.
  private var expected: Int64?
  private var isClosed = false
  /// Where the digest of a large piece is worked out while this thread writes it: each takes as long as the other.
  private let digesting = DispatchQueue(label: "errands.digest")

  init(_ file: OpenFile, _ place: FilePlace, isShared: Bool, held: Int64 = 0, record: PartialRecord? = nil) {
    self.file = file
    self.place = place
    self.isShared = isShared
    self.held = held
    self.record = record
  }

  deinit { close() }

  /// Lets go of what is held, and begins a body.
  ///
  /// - Parameters:
  ///   - record: What the bytes that follow are; nil where they cannot be resumed.
  ///   - length: How many bytes follow, where it is known: it is looked whether the disk has room for them.
  func begin(_ record: PartialRecord?, length: Int64?) throws(FileFailure) {
    (held, unflushed, self.record, digest, expected) = (0, 0, nil, digests ? Digest() : nil, length)
    isTouched = true
    try writing { () throws(POSIXError) in
      if try file.status.size > 0 {
        try file.truncate(to: 0)
        try file.flush()
      }
      guard isShared else { return }
      if let record { try record.write(beside: file.path) } else { PartialRecord.remove(beside: file.path) }
    }
    if isShared { self.record = record }
    if let length { try FreeSpace.check(length, for: place.path) }
  }

  /// What nobody else may read of the file that it is to replace cannot be read of this one either. Before its first byte.
  func takePrivacy(of place: FilePlace) throws(FileFailure) {
    try writing { () throws(POSIXError) in try file.takePrivacy(of: place) }
  }

  /// Puts bytes behind those that are held.
  func append(_ data: Data) throws(FileFailure) {
    try resumeIfNeeded()
    let next = digest.map { $0.taking(data, on: digesting) }
    try writing { () throws(POSIXError) in try file.write(data, at: held) }
    digest = next?.value
    held += Int64(data.count)
    unflushed += Int64(data.count)
    guard unflushed >= Self.flushedAtOnce else { return }
    file.startFlush(of: unflushed, at: held - unflushed)
    unflushed = 0
  }

  /// Flushes the file to the disk and puts it in its place.
  ///
  /// - Parameters:
  ///   - place: In the folder of the partial file.
  ///   - modified: The time that it gets as that of its last change; by default that of its last byte.
  ///   - expected: The SHA-256 that it has to have, hexadecimal.
  ///   - isWanted: Asked before the steps that cannot be gone back on. Where it is not, the file stays as it is, to be
  ///     resumed.
  ///   - willLand: Called with each path before it is tried, and with what the file is.
  /// - Returns: The path, and the SHA-256 where it was worked out.
  /// - Throws: ``FileFailure``, `CancellationError`.
  func finish(
    at place: FilePlace,
    modified: Date? = nil,
    expecting expected: String? = nil,
    while isWanted: () -> Bool = { true },
    willLand: (_ path: String, FileStatus) -> Void = { _, _ in }
  ) throws -> (path: String, digest: String?) {
    try resumeIfNeeded()
    let actual = digest?.hexadecimal
    if let expected {
      let actual = try actual ?? writing { () throws(POSIXError) in try file.digest(of: held) }.hexadecimal
      guard expected.lowercased() == actual else {
        remove()
        throw FileFailure.checksum(place.path, expected: expected.lowercased(), actual: actual)
      }
    }
    try place.check()
    let size = try writing { () throws(POSIXError) in try file.status.size }
    guard size >= held else { throw FileFailure.changed(place.path) }
    let status = try writing { () throws(POSIXError) in
      // What a write that failed has left behind what is held.
      if size > held { try file.truncate(to: held) }
      if let modified { try file.setModified(modified) }
      try file.flush()
      return try file.status
    }
    guard isWanted() else { throw CancellationError() }
    if place.existing == .replace {
      try writing { () throws(POSIXError) in try file.takePermissions(of: place) }
    }
    PartialRecord.remove(beside: file.path)
    record = nil
    let path = try place.land(file.path) { willLand($0, status) }
    end()
    try writing { () throws(POSIXError) in try OpenFile.flush(folder: place.folder) }
    return (path, actual)
  }

  /// What can be resumed stays, and so does what was found and never touched. Everything else is removed. Another
  /// download may then open it.
  func close() {
    guard !isClosed else { return }
    let isOfUse = isTouched ? record != nil && held > 0 : (try? file.status.size) ?? 0 > 0
    if isOfUse { end() } else { remove() }
  }

  /// While it is locked: what has its name later is not this one's to remove.
  private func remove() {
    if isShared { PartialRecord.remove(beside: file.path) }
    unlink(file.path)
    end()
  }

  private func end() {
    isClosed = true
    file.close()
  }

  /// The first bytes go on behind those that were found: these are read, once, where their digest is wanted.
  private func resumeIfNeeded() throws(FileFailure) {
    guard !isTouched else { return }
    guard held > 0 else { return try begin(nil, length: nil) }
    expected = record?.total
    if digests { try writing { () throws(POSIXError) in digest = try file.digest(of: held) } }
    isTouched = true
    if let expected { try FreeSpace.check(expected - held, for: place.path) }
  }

  private func writing<Answer>(_ work: () throws(POSIXError) -> Answer) throws(FileFailure) -> Answer {
    do throws(POSIXError) {
      return try work()
    } catch {
      throw FileFailure(error, writing: place.path, needed: expected.map { max($0 - held, 0) })
    }
  }
}
