import Dispatch
import Errands
import ErrandsTesting
import Testing

@testable import GalleryJobs

@Suite("The writing of a file", .timeLimit(.minutes(1)))
struct WritingTests {
  private struct Full: Error {}

  private let scope = Scope()
  private let queue = DispatchQueue(label: "files")
  private let asked = Events<Bool>()

  /// Begins to write, looks whether the file is wanted when `look` says so, and then writes it all the same.
  private func writing(_ look: DispatchSemaphore) -> Errand<String> {
    .writing("file", on: queue, until: scope) { [asked] isWanted in
      asked.record(isWanted())
      look.wait()
      asked.record(isWanted())
      return "written"
    }
  }

  @Test("Is done on its queue, and gives what comes of it")
  func done() async throws {
    queue.suspend()
    let run = Errand.writing("file", on: queue, until: scope) { isWanted in isWanted() }.run()
    #expect(run.outcome == nil)
    queue.resume()
    #expect(try await run.value)
    let failing = Errand<Int>.writing("file", on: queue, until: scope) { _ in throw Full() }
    await #expect(throws: Full.self) { try await failing.value() }
  }

  @Test("Ends at once when it is cancelled, and the file is wanted no more")
  func cancelled() async throws {
    let look = DispatchSemaphore(value: 0)
    let run = writing(look).run()
    #expect(try await asked.event(1))
    run.cancel()
    await #expect(throws: CancellationError.self) { try await run.value }
    look.signal()
    #expect(try await asked.event(2) == false)
    #expect(!scope.isEnded)
  }

  /// A batch that ended in the middle of a file left one that it had told of as cancelled.
  @Test("Says itself how it ended where its scope has, although the file is wanted no more")
  func endedScope() async throws {
    let look = DispatchSemaphore(value: 0)
    let run = writing(look).run()
    #expect(try await asked.event(1))
    scope.cancel()
    #expect(run.outcome == nil)
    look.signal()
    #expect(try await run.value == "written")
    #expect(asked.all == [true, false])
  }
}
