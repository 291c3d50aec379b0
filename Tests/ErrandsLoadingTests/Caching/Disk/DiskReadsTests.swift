import Errands
import ErrandsTesting
import Foundation
import Testing

@testable import ErrandsLoading

@Suite("Reads of a cache's folder", .timeLimit(.minutes(1)))
struct DiskReadsTests {
  private let reads = DiskReads()
  private let done = Events<Int>()

  @Test("wait for the first look at the folder, and none is lost")
  func opening() async throws {
    for number in 0..<100 { reads.start { [done] in done.record(number) } }
    #expect(done.count == 0)
    reads.open()
    _ = try await done.event(100)
    #expect(Set(done.all) == Set(0..<100))
    reads.start { [done] in done.record(100) }
    #expect(try await done.event(101) == 100)
  }

  /// All were read on one thread, one after the other: a body that lay on a slow disk held up every hit.
  @Test("do not wait for one another")
  func slow() async throws {
    reads.open()
    let (slow, quick) = (DispatchSemaphore(value: 0), 50)
    reads.start { [done] in
      slow.wait()
      done.record(-1)
    }
    for number in 0..<quick { reads.start { [done] in done.record(number) } }
    _ = try await done.event(quick)
    #expect(!done.all.contains(-1))
    slow.signal()
    #expect(try await done.event(quick + 1) == -1)
  }

  @Test("have an answer for a task, cancelled or not")
  func answers() async {
    reads.open()
    #expect(await reads.answer { 7 } == 7)
    let reads = reads
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await reads.answer { 8 }
    }
    #expect(await task.value == 8)
  }

  @Test("begin while the folder is being opened, and each is done once")
  func race() async throws {
    for _ in 0..<200 {
      let (reads, done) = (DiskReads(), Events<Int>())
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<4 { group.addTask { reads.start { done.record(number) } } }
        group.addTask { reads.open() }
      }
      _ = try await done.event(4)
      #expect(done.all.sorted() == [0, 1, 2, 3])
    }
  }
}
