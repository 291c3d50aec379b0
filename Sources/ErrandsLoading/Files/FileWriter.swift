import Errands
import Foundation

/// A ``PartialFile`` on a thread of its own, for tasks to write to: no thread that tasks share is blocked.
///
/// Chunks are gathered and written 256 KiB at a time, or of slow ones what a second brings, while the next ones come; a load
/// that brings more than that waits for the disk. So no more than two such pieces, each with the chunk that filled it, are
/// held, however slow the disk, and one hop between threads is made for many chunks. Calls come one after the other.
final class FileWriter: Sendable {
  /// What came of the wish to write.
  enum Opening: Sendable {
    case opened(FileWriter)
    /// Another download is writing the partial file of this place.
    case busy(FilePlace)
  }

  /// A file that is in its place.
  struct Finished: Sendable, Hashable {
    let path: String
    /// Its length in bytes.
    let count: Int64
    /// Its SHA-256, hexadecimal, where it was worked out.
    let digest: String?
  }

  /// How many bytes are gathered before they are written.
  private static let limit = 256 << 10
  /// How long they are gathered: of what comes slowly, a process that is killed would lose minutes.
  private static let patience = Duration.seconds(1)

  /// As it was prepared.
  let place: FilePlace
  /// How many bytes were held when it was opened.
  let held: Int64
  /// What those are, for the request that asks for the rest.
  let record: PartialRecord?
  private let file: File
  private let time: @Sendable () -> Duration
  private let pending = Lock(Pending())

  private struct Pending {
    var gathered = Data()
    /// When the first of it came.
    var since = Duration.zero
    /// The write of what was gathered before. Where it has failed, nothing is written behind it.
    var writing: Task<Void, any Error>?
    var isWriting = false

    /// All of it, where it is enough. What is old does not wait for a disk that is behind: more of it may come.
    mutating func gather(_ chunk: Data, at time: Duration) -> Data? {
      if gathered.isEmpty { since = time }
      gathered.append(chunk)
      let isOld = time - since >= FileWriter.patience && !isWriting
      return gathered.count >= FileWriter.limit || isOld ? take() : nil
    }

    mutating func take() -> Data {
      defer { gathered = Data() }
      return gathered
    }
  }

  private init(_ file: File, _ found: File.Found, clock: any Clock<Duration>) {
    self.file = file
    time = stopwatch(clock)
    (place, held, record) = (found.place, found.held, found.record)
  }

  /// Prepares a place and opens its partial file.
  ///
  /// - Parameters:
  ///   - source: What is to be written; nil where nothing is to be resumed, now or later.
  ///   - digests: Whether the SHA-256 is worked out meanwhile.
  ///   - clock: Says for how long chunks have been gathered.
  /// - Throws: ``FileFailure``, before anything has been sent.
  static func open(
    _ place: FilePlace,
    source: FileSource?,
    digests: Bool = true,
    clock: any Clock<Duration> = ContinuousClock()
  ) async throws -> Opening {
    let file = File(digests: digests)
    let place = try await file.prepare(place)
    guard let found = try await file.open(place, source) else { return .busy(place) }
    return .opened(FileWriter(file, found, clock: clock))
  }

  /// Opens one that nobody else writes, which cannot be resumed: for a download that finds the one of its place busy.
  ///
  /// - Parameters:
  ///   - place: As it was prepared.
  ///   - digests: Whether the SHA-256 is worked out meanwhile.
  /// - Throws: ``FileFailure``
  static func unique(_ place: FilePlace, digests: Bool = true) async throws -> FileWriter {
    let file = File(digests: digests)
    // What is lost of it cannot be resumed in any case.
    return FileWriter(file, try await file.openUnique(place), clock: ContinuousClock())
  }

  /// Begins a body, once more where something is held, which is let go of. Not called for a body that goes on behind
  /// what is held.
  ///
  /// - Parameters:
  ///   - place: Where the file is to go, named by the answer. It is looked whether it can.
  ///   - record: What makes it possible to resume; nil where it is not.
  ///   - length: Of the body, in bytes, where it is known; the disk has to have room for it.
  /// - Throws: ``FileFailure``
  func begin(at place: FilePlace, _ record: PartialRecord?, length: Int64?) async throws {
    // What becomes of that does not matter any more.
    _ = await pending.withLock { $0.writing }?.result
    pending.withLock { $0 = Pending() }
    try await file.begin(place, record, length)
  }

  /// Takes a chunk that comes behind what is held, and waits while the disk is behind.
  ///
  /// - Throws: ``FileFailure``, also of a write before.
  func append(_ chunk: Data) async throws {
    let now = time()
    guard let full = pending.withLock({ $0.gather(chunk, at: now) }) else { return }
    try await waitForWriting()
    pending.withLock { pending in
      pending.isWriting = true
      pending.writing = Task {
        defer { self.pending.withLock { $0.isWriting = false } }
        try await file.append(full)
      }
    }
  }

  /// Flushes the file to the disk and puts it in its place.
  ///
  /// - Parameters:
  ///   - place: Where it goes, named by the answer.
  ///   - modified: The time that it gets as that of its last change.
  ///   - digest: The SHA-256 that it has to have, hexadecimal.
  ///   - state: What the answer says of the file's state, to be kept.
  /// - Throws: ``FileFailure``; `CancellationError` where the task is cancelled before the file is in its place. What
  ///   can be resumed is then still there.
  func finish(
    at place: FilePlace,
    modified: Date? = nil,
    expecting digest: String? = nil,
    keeping state: FileValidators.State? = nil
  ) async throws -> Finished {
    try await waitForWriting()
    let rest = pending.withLock { $0.take() }
    return try await file.finish(rest, place, modified, digest, state)
  }

  /// Writes what was gathered, and closes the file. What can be resumed stays; everything else is removed. No effect on
  /// a file that is in its place.
  func close() async {
    let hasFailed = (try? await waitForWriting()) == nil
    let rest = pending.withLock { $0.take() }
    await file.close(hasFailed ? Data() : rest)
  }

  /// Until nothing is under way to the disk.
  func waitForWriting() async throws { try await pending.withLock { $0.writing }?.value }
}

extension FileWriter {
  /// The file, for one thread.
  private actor File {
    struct Found: Sendable {
      let place: FilePlace
      let held: Int64
      let record: PartialRecord?

      init(_ partial: PartialFile) {
        (place, held, record) = (partial.place, partial.held, partial.record)
      }
    }

    private let executor = FileThread.Executor()
    private let digests: Bool
    private var partial: PartialFile?

    init(digests: Bool) { self.digests = digests }

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func prepare(_ place: FilePlace) throws -> FilePlace { try place.prepared() }

    func open(_ place: FilePlace, _ source: FileSource?) throws -> Found? {
      guard case .opened(let partial) = try PartialFile.open(place, source: source) else { return nil }
      return take(partial)
    }

    func openUnique(_ place: FilePlace) throws -> Found {
      take(try PartialFile.unique(place))
    }

    private func take(_ partial: PartialFile) -> Found {
      partial.digests = digests
      self.partial = partial
      return Found(partial)
    }

    func begin(_ place: FilePlace, _ record: PartialRecord?, _ length: Int64?) throws {
      try place.check()
      // The server may have named another file than the address does.
      try partial?.takePrivacy(of: place)
      try partial?.begin(record, length: length)
    }

    func append(_ data: Data) throws { try partial?.append(data) }

    func finish(
      _ rest: Data,
      _ place: FilePlace,
      _ modified: Date?,
      _ digest: String?,
      _ state: FileValidators.State?
    ) throws -> Finished {
      guard let partial else { throw CancellationError() }
      if !rest.isEmpty { try partial.append(rest) }
      let finished = try partial.finish(
        at: place,
        modified: modified,
        expecting: digest,
        while: { !Task.isCancelled },
        willLand: { path, status in state?.keep(for: path, status) }
      )
      self.partial = nil
      return Finished(path: finished.path, count: partial.held, digest: finished.digest)
    }

    func close(_ rest: Data) {
      guard let partial else { return }
      self.partial = nil
      // What does not fit any more is fetched again.
      if !rest.isEmpty { try? partial.append(rest) }
      partial.close()
    }
  }
}
