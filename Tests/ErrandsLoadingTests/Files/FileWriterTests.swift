import Dispatch
import Errands
import ErrandsTesting
import Foundation
import Testing

@testable import ErrandsLoading

@Suite("The writer of a file", .timeLimit(.minutes(1)))
struct FileWriterTests {
  private let folder: TemporaryFolder
  private let clock = VirtualClock()

  init() throws { folder = try TemporaryFolder() }

  private func place(_ existing: Destination.ExistingFile = .replace) -> FilePlace {
    Destination(file: folder.path + "/new/a.bin", existing: existing).place(for: .file)
  }

  private func open(_ existing: Destination.ExistingFile = .replace) async throws -> FileWriter {
    guard case .opened(let writer) = try await FileWriter.open(place(existing), source: .test, clock: clock)
    else { throw POSIXError(.EBUSY) }
    return writer
  }

  private var partialSize: Int64? { try? folder.status(of: "new/.a.bin.part")?.size }

  @Test("It writes what it is given, in order, and says what came of it")
  func whole() async throws {
    let writer = try await open()
    #expect(writer.held == 0 && writer.record == nil)
    try await writer.begin(at: writer.place, .test(11), length: 11)
    for piece in ["hello", " ", "world"] { try await writer.append(Data(piece.utf8)) }
    let finished = try await writer.finish(at: writer.place, expecting: helloDigest)
    let path = folder.path + "/new/a.bin"
    #expect(finished == FileWriter.Finished(path: path, count: 11, digest: helloDigest))
    await writer.close()
    #expect(folder.text(of: "new/a.bin") == "hello world")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/new") == ["a.bin"])
  }

  @Test(
    "One that works out no digest checks the one that is expected all the same",
    arguments: [false, true]
  )
  func undigested(_ isRight: Bool) async throws {
    guard case .opened(let writer) = try await FileWriter.open(place(), source: .test, digests: false) else {
      throw POSIXError(.EBUSY)
    }
    try await writer.begin(at: writer.place, .test(11), length: 11)
    try await writer.append(Data("hello world".utf8))
    let expected = isRight ? helloDigest : String(repeating: "0", count: 64)
    if isRight {
      #expect(try await writer.finish(at: writer.place, expecting: expected).digest == nil)
    } else {
      let failure = FileFailure.checksum(writer.place.path, expected: expected, actual: helloDigest)
      await #expect(throws: failure) { try await writer.finish(at: writer.place, expecting: expected) }
    }
    await writer.close()
    #expect(folder.text(of: "new/a.bin") == (isRight ? "hello world" : nil))
  }

  @Test("Chunks of any size come out as they went in")
  func sizes() async throws {
    let writer = try await open()
    var all = Data()
    for size in [1, 0, 262_143, 1, 262_144, 3, 700_000, 5, 262_145] {
      let chunk = Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &+ size) })
      all += chunk
      try await writer.append(chunk)
    }
    _ = try await writer.finish(at: writer.place)
    #expect(folder.content(of: "new/a.bin") == all)
  }

  /// A gigabyte in pieces of 16 KiB hopped between threads 65,000 times.
  /// The disk works while the next ones come.
  @Test("Chunks are gathered to 256 KiB before they are written, and no more than twice that is held back")
  func gathered() async throws {
    let writer = try await open()
    try await writer.begin(at: writer.place, .test(nil), length: nil)
    for count in 1...64 {
      try await writer.append(Data(repeating: 1, count: 16 << 10))
      let blocks = Int64(count / 16)
      #expect([blocks - 1, blocks].map { max(0, $0) << 18 }.contains(partialSize))
    }
  }

  /// Of a line of 1 KB a second, a process that was killed lost four minutes.
  @Test("What comes slowly is gathered for a second, and then written")
  func slow() async throws {
    let writer = try await open()
    try await writer.begin(at: writer.place, .test(11), length: 11)
    for (piece, size) in [("hello", 0), (" ", 6), ("wor", 6), ("ld", 11)] as [(String, Int64)] {
      try await writer.append(Data(piece.utf8))
      try await writer.waitForWriting()
      #expect(partialSize == size)
      clock.advance(by: .seconds(1))
    }
    #expect(try await writer.finish(at: writer.place).digest == helloDigest)
  }

  @Test("However much goes through it, it takes little memory")
  func memory() async throws {
    let writer = try await open()
    let chunk = Data(repeating: 7, count: 100_000)
    let before = residentBytes() ?? 0
    for _ in 0..<640 { try await writer.append(chunk) }
    #expect((residentBytes() ?? 0) - before < 20_000_000)
    #expect(try await writer.finish(at: writer.place).count == 64_000_000)
  }

  /// It would have come to the place of what was lost.
  @Test("Behind a write that has failed nothing is written", .enabled(if: SmallDisk.isPossible))
  func failedBefore() async throws {
    let disk = try SmallDisk(at: folder.path, bytes: 1 << 20)
    defer { withExtendedLifetime(disk) {} }
    let writer = try await open()
    try await writer.begin(at: writer.place, .test(nil), length: nil)
    var number: UInt8 = 0
    while number < 8 {
      number += 1
      do { try await writer.append(Data(repeating: number, count: 256 << 10)) } catch { break }
    }
    #expect((4...7).contains(number), "told with the next block, of about four that find room")
    try disk.grow(to: 8 << 20)
    await #expect(throws: FileFailure.self) { try await writer.append(Data(repeating: 99, count: 256 << 10)) }
    await #expect(throws: FileFailure.self) { try await writer.finish(at: writer.place) }
    try await writer.append(Data("the beginning of a block".utf8))
    await writer.close()
    let next = try await open()
    #expect(next.held > 0)
    let held = try #require(folder.content(of: "new/.a.bin.part"))
    #expect(held.enumerated().allSatisfy { $1 == UInt8($0 >> 18) + 1 })
    await next.close()
  }

  @Test("What was gathered is kept when it closes, and the next one goes on behind it")
  func resumed() async throws {
    let first = try await open()
    try await first.begin(at: first.place, .test(11), length: 11)
    try await first.append(Data("hello ".utf8))
    #expect(partialSize == 0)
    await first.close()
    #expect(partialSize == 6)
    let writer = try await open()
    #expect(writer.held == 6)
    #expect(writer.record == .test(11))
    try await writer.append(Data("world".utf8))
    #expect(try await writer.finish(at: writer.place).digest == helloDigest)
  }

  /// They would have been the beginning of the other body.
  @Test("What was gathered is let go of where a body begins anew")
  func begunAnew() async throws {
    let writer = try await open()
    try await writer.begin(at: writer.place, .test(11), length: 11)
    try await writer.append(Data("old".utf8))
    try await writer.begin(at: writer.place, .test(11), length: 11)
    try await writer.append(Data("hello world".utf8))
    #expect(try await writer.finish(at: writer.place).digest == helloDigest)
  }

  @Test("The second of two is told that it is busy, and may have a file of its own")
  func busy() async throws {
    let first = try await open()
    guard case .busy(let place) = try await FileWriter.open(place(.keepBoth), source: .test) else {
      Issue.record("it was opened twice")
      return
    }
    let second = try await FileWriter.unique(place)
    try await second.append(Data("second".utf8))
    #expect(try await second.finish(at: second.place).path == folder.path + "/new/a.bin")
    await first.close()
    let third = try await open(.keepBoth)
    try await third.append(Data("third".utf8))
    #expect(try await third.finish(at: third.place).path == folder.path + "/new/a 2.bin")
  }

  @Test("A place that cannot be had is told of before anything is sent")
  func unprepared() async throws {
    try folder.put("file", in: "new")
    await #expect(throws: FileFailure.self) { try await open() }
  }

  @Test("A file that the answer names is found again under its address's name, and lands under its own")
  func named() async throws {
    for piece in ["hello ", "world"] {
      // Another run, which has names of its own.
      let place = Destination(folder: folder.path).place(for: .file)
      guard case .opened(let writer) = try await FileWriter.open(place, source: .test) else {
        Issue.record("it is busy")
        return
      }
      let named = writer.place.named(by: ["Content-Disposition": "attachment; filename=\"e\u{301}.bin\""])
      if writer.held == 0 { try await writer.begin(at: named, .test(11), length: 11) }
      try await writer.append(Data(piece.utf8))
      if writer.held == 0 {
        await writer.close()
        #expect(folder.names == [".a.bin.part", ".a.bin.part.json"])
      } else {
        #expect(try await writer.finish(at: named).digest == helloDigest)
      }
    }
    #expect(folder.names.map { Array($0.utf8) } == [Array("\u{E9}.bin".utf8)])
  }

  @Test("An answer's name under which a file has to stay is told of before its body")
  func namedInTheWay() async throws {
    try folder.put("old", in: "b.bin")
    let destination = Destination(folder: folder.path, existing: .fail)
    guard case .opened(let writer) = try await FileWriter.open(destination.place(for: .file), source: nil)
    else {
      Issue.record("it is busy")
      return
    }
    let named = writer.place.named(by: ["Content-Disposition": "attachment; filename=b.bin"])
    await #expect(throws: FileFailure.exists(folder.path + "/b.bin")) {
      try await writer.begin(at: named, nil, length: nil)
    }
    await writer.close()
    #expect(folder.names == ["b.bin"])
  }

  @Test("A task that is cancelled before the file is in its place leaves it to be resumed")
  func cancelled() async throws {
    let writer = try await open()
    try await writer.begin(at: writer.place, .test(11), length: 11)
    try await writer.append(Data("hello world".utf8))
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await writer.finish(at: writer.place)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    await writer.close()
    #expect(try await open().held == 10)
  }

  @Test("A writer that is let go of lets go of its file")
  func dropped() async throws {
    do {
      let writer = try await open()
      try await writer.begin(at: writer.place, .test(nil), length: nil)
      try await writer.append(Data(repeating: 1, count: 300_000))
      try await writer.waitForWriting()
    }
    #expect(try await open().held == 300_000)
  }

  /// Where work that blocks takes the threads of tasks, there are as many pieces of it as processors, and then nothing.
  @Test("Files that block hold up no task, and no other file")
  func blocking() async throws {
    let (waiting, go) = (Events<Int>(), DispatchSemaphore(value: 0))
    let count = 3 * ProcessInfo.processInfo.activeProcessorCount
    try await withThrowingTaskGroup { group in
      for number in 0..<count {
        group.addTask {
          try await FileThread.run {
            waiting.record(number)
            go.wait()
          }
        }
        group.addTask {
          await BlockingActor().work {
            waiting.record(number)
            go.wait()
          }
        }
      }
      // All of them are held up at once, and this task is not.
      _ = try await waiting.event(2 * count)
      for _ in 0..<2 * count { go.signal() }
      try await group.waitForAll()
    }
  }

  @Test("A failure of work on a file's thread is its caller's")
  func failure() async {
    await #expect(throws: POSIXError.self) { try await FileThread.run { throw POSIXError(.EIO) } }
  }

  private actor BlockingActor {
    private let executor = FileThread.Executor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func work(_ body: @Sendable () -> Void) { body() }
  }

  /// It was looked at the place that the address names alone.
  @Test("What nobody else may read cannot be read while it comes, whatever its server calls it")
  func privacy() async throws {
    let place = Destination(folder: folder.path + "/new").place(for: .file)
    guard case .opened(let writer) = try await FileWriter.open(place, source: .test) else {
      throw POSIXError(.EBUSY)
    }
    try folder.put("old", in: "new/secret")
    #expect(chmod(folder.path + "/new/secret", 0o600) == 0)
    let named = writer.place.named(by: ["Content-Disposition": "attachment; filename=secret"])
    try await writer.begin(at: named, nil, length: nil)
    #expect(try folder.status(of: "new/.a.bin.part")?.permissions == 0o600)
    try await writer.append(Data("new".utf8))
    _ = try await writer.finish(at: named)
    #expect(folder.text(of: "new/secret") == "new")
    #expect(try folder.status(of: "new/secret")?.permissions == 0o600)
  }
}
