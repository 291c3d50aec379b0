import Dispatch

/// Takes events on the threads on which they happen, and writes them to a file on a queue of its own.
///
/// Only so many may wait to be written. One too many is dropped and counted, and the file says where: the
/// program must not slow down, nor grow, because its disk does not keep up.
final class TraceFile: Sendable {
  private struct Inbox: Sendable {
    var events: [TraceEvent] = []
    var dropped = 0
    var droppedEver = 0
    var isScheduled = false
    var isClosed = false
  }

  private enum Answer { case schedule, none }

  /// Settled once the file is closed.
  let report = Settlement<TraceRecording.Report>()
  private let capacity: Int
  private let inbox = Lock(Inbox())
  private let queue: DispatchQueue
  private let output: TraceOutput

  init(output: TraceOutput, capacity: Int, queue: DispatchQueue) {
    precondition(capacity > 0, "there must be room for an event")
    self.capacity = capacity
    self.queue = queue
    self.output = output
  }

  /// Never waits for the disk.
  func append(_ event: TraceEvent) {
    let answer = inbox.withLock { inbox -> Answer in
      guard !inbox.isClosed else { return .none }
      guard inbox.events.count < capacity else {
        inbox.dropped += 1
        inbox.droppedEver += 1
        return .none
      }
      inbox.events.append(event)
      defer { inbox.isScheduled = true }
      return inbox.isScheduled ? .none : .schedule
    }
    if answer == .schedule { queue.async { self.drain() } }
  }

  /// Writes what is waiting and closes the file. What is appended later is not written.
  func close() {
    let isFirst = inbox.withLock { inbox in
      defer { inbox.isClosed = true }
      return !inbox.isClosed
    }
    guard isFirst else { return }
    queue.async {
      self.drain()
      let dropped = self.inbox.withLock { $0.droppedEver }
      self.report.settle(.success(self.output.close(dropped: dropped)))
    }
  }

  private func drain() {
    let (events, dropped) = inbox.withLock { inbox in
      let batch = (inbox.events, inbox.dropped)
      inbox.events = []
      inbox.dropped = 0
      inbox.isScheduled = false
      return batch
    }
    output.write(events, dropped: dropped)
  }
}
