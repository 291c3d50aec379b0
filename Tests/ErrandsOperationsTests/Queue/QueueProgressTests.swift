import Errands
import ErrandsTesting
import Foundation
import Testing

@testable import ErrandsOperations

@Suite("The progress of an operation queue", .timeLimit(.minutes(1)))
struct QueueProgressTests {
  /// Of two operations that ended at the same time, the second left the writing to the first one's thread and said that
  /// the queue was empty: who waited for that found a progress of three of four.
  @Test("Who waits for what another thread has yet to write is told behind it, and once")
  func waiting() {
    let (progress, ended, told) = (QueueProgress(), Events<Int>(), Events<Int64>())
    let cell = Settlement<Void>()
    cell.whenSettled { _ in told.record(progress.progress.completedUnitCount) }
    let tally = { OperationTally(joined: 2, ended: ended.count) }
    ended.record(1)
    progress.update {
      let old = tally()
      if ended.count == 1 {
        ended.record(2)
        progress.update(settling: [cell], tally)
        #expect(told.count == 0)
      }
      return old
    }
    #expect(told.all == [2] && progress.progress.isFinished)
  }

  /// All of a batch joined before the first of them was counted, the refused one too, and the total went down again.
  @Test("The total does not go down where one of a batch is refused")
  func refusedInBatch() {
    let queue = WorkQueue(limit: 1)
    let members = OperationMembers(of: queue, nil, .default)
    let (progress, joined) = (members.progress, (0..<2).map { _ in members.join().membership })
    #expect(progress.totalUnitCount == 0)
    members.take()
    #expect(progress.totalUnitCount == 1)
    members.refuse(joined[1])
    #expect(progress.totalUnitCount == 1)
    members.leave(joined[0])
    #expect(progress.isFinished)
  }

  @Test("An operation that ends before it has been counted is not completed more often than there are")
  func early() {
    let progress = QueueProgress()
    progress.update { OperationTally(joined: 0, ended: 1, coming: 1) }
    #expect(progress.progress.totalUnitCount == 1 && progress.progress.completedUnitCount == 1)
  }

  @Test("Who waits is told at once where nobody is writing")
  func alone() {
    let (progress, told) = (QueueProgress(), Events<Int64>())
    let cell = Settlement<Void>()
    cell.whenSettled { _ in told.record(progress.progress.completedUnitCount) }
    progress.update(settling: [cell]) { OperationTally(joined: 3, ended: 1) }
    #expect(told.all == [1] && progress.progress.totalUnitCount == 3)
  }

  /// What hears that the queue is empty may block its thread for as long as it likes.
  @Test("One who is told does not hold up the writing of what comes meanwhile")
  func blocking() {
    let (progress, told) = (QueueProgress(), Events<Int64>())
    let cell = Settlement<Void>()
    cell.whenSettled { _ in
      progress.update { OperationTally(joined: 4, ended: 2) }
      told.record(progress.progress.completedUnitCount)
    }
    progress.update(settling: [cell]) { OperationTally(joined: 4, ended: 1) }
    #expect(told.all == [2])
  }
}
