import Dispatch
import Foundation

/// Takes events on the threads on which they happen, and writes them to a file on a queue of its own.
///
/// Only so many events may wait to be written. An event too many is dropped and counted, and the file says
/// where: the program must not slow down, nor grow, because its disk does not keep up.
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

/// The writing side of a ``TraceFile``.
///
/// Sendable: it is touched on the file's serial queue only.
final class TraceOutput: @unchecked Sendable {
  private let file: FileHandle
  private var encoder: ChromeTraceEncoder
  private var written = 0
  /// How many bytes of the file are whole records.
  private var whole: UInt64 = 0
  private var failure: TraceRecordingError?

  /// Replaces what is at the address, and begins the trace there.
  convenience init(to url: URL, process: String) throws(TraceRecordingError) {
    let file: FileHandle
    do {
      try Data().write(to: url)
      file = try FileHandle(forWritingTo: url)
    } catch {
      throw .cannotOpen(url, reason: String(describing: error))
    }
    self.init(file: file, process: process)
  }

  init(file: FileHandle, process: String) {
    self.file = file
    encoder = ChromeTraceEncoder(origin: .now, processID: ProcessInfo.processInfo.processIdentifier)
    write(ChromeTrace.start + encoder.title(process))
  }

  /// Whole records in one go, so that a crash hardly ever leaves half of one.
  func write(_ events: [TraceEvent], dropped: Int) {
    guard failure == nil else { return }
    var records = events.flatMap { encoder.encode($0) }
    if dropped > 0 { records.append(encoder.loss(of: dropped, at: .now)) }
    guard !records.isEmpty else { return }
    if write(records.map { ChromeTrace.separator + $0 }.joined()) { written += events.count }
  }

  func close(dropped: Int) -> TraceRecording.Report {
    write(ChromeTrace.end)
    do { try file.close() } catch { failure = failure ?? .cannotWrite(reason: String(describing: error)) }
    return TraceRecording.Report(written: written, dropped: dropped, failure: failure)
  }

  /// Nothing more is written after a failure: half a record in the middle would spoil the file.
  @discardableResult
  private func write(_ text: String) -> Bool {
    guard failure == nil else { return false }
    let data = Data(text.utf8)
    do {
      try file.write(contentsOf: data)
      whole += UInt64(data.count)
      return true
    } catch {
      failure = .cannotWrite(reason: String(describing: error))
      try? cutOff()
      return false
    }
  }

  /// A disk that fills up takes the beginning of what it is given. A file that cannot be cut off, a pipe say, is left as it is.
  private func cutOff() throws {
    try file.truncate(atOffset: whole)
    try file.seek(toOffset: whole)
    try file.write(contentsOf: Data(ChromeTrace.end.utf8))
  }
}
