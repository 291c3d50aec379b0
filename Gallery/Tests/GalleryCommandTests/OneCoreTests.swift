import ErrandsTesting
import Foundation
import GalleryDatabase
import Testing

@testable import gallery

/// On one core there is one thread for all tasks: a command that blocked on it did not hear of an interrupt, and could only be killed.
@Suite("A command on one core", .timeLimit(.minutes(1)))
struct OneCoreTests {
  /// Opens a pipe for writing, which takes until somebody reads from it.
  private func opened(_ pipe: String) async -> Int32 {
    await withCheckedContinuation { done in
      Thread.detachNewThread { done.resume(returning: open(pipe, O_WRONLY | O_CLOEXEC)) }
    }
  }

  @Test(
    "ends at an interrupt while it waits for its list",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/taskset")),
    arguments: ["photos", "fetch"]
  )
  func list(_ command: String) async throws {
    let folder = try Folder()
    let list = folder.path + "/list"
    #expect(mkfifo(list, 0o600) == 0)
    let program = try Program([command, "--from", list], onOneCore: true)
    let descriptor = await opened(list)
    defer { close(descriptor) }
    program.interrupt()
    #expect(try await program.exitCode() == 130)
    #expect(program.errors.text.isEmpty)
  }

  @Test("waits for work that blocks, which hears that it is not wanted any more")
  func blocking() async throws {
    let (begun, ended) = (Gate(), Events<Void>())
    let task = Task {
      try await BlockingWork.run("work") { check in
        defer { ended.record(()) }
        begun.open()
        while true { try check() }
      }
    }
    try await begun.wait()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(ended.count == 1)
  }

  @Test("makes no backup that is not wanted any more, and restores none")
  func backup() async throws {
    let folder = try Folder()
    let place = LibraryPlace.folder(DataFolder(folder.path))
    let file = folder.path + "/backup"
    let library = try Library(at: DataFolder(folder.path).library)
    _ = try await library.keep(
      NewThing(url: "a", kind: "chart", title: "a", words: [], content: Data("{}".utf8))
    )
    _ = try library.backUp(to: file)
    try library.close()
    let other = LibraryPlace.folder(DataFolder(folder.path + "/other"))
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await #expect(throws: CancellationError.self) { try await place.backUp(to: folder.path + "/new") }
      await #expect(throws: CancellationError.self) { try await other.restore(file, replacing: false) }
    }
    await task.value
    #expect(!folder.names.contains("new") && !folder.names.contains(".new.part"))
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/other/gallery.sqlite"))
  }
}
