import Dispatch
import Foundation

/// Writes the trace to a file that Perfetto opens, from now until it is stopped or let go of.
///
/// ```swift
/// let recording = try TraceRecording(to: file)
/// _ = try await Errand("recorded") { 1 }.value()
/// let report = try await recording.stop()
/// print("\(report.written) events written, \(report.dropped) dropped")
/// ```
///
/// Nothing waits for the disk: events are handed to a queue. Where it cannot keep up, events are dropped,
/// counted, and marked in the file. The file is in the format of ``ChromeTrace`` at any time, so that it
/// opens even after a crash.
public final class TraceRecording: Sendable {
  /// What became of the events.
  public struct Report: Sendable {
    /// Events in the file.
    public let written: Int
    /// Events that happened while too many were waiting to be written.
    public let dropped: Int
    /// Why the file ends early, if it does.
    public let failure: TraceRecordingError?
  }

  private let file: TraceFile
  private let observation: Trace.Observation

  /// Replaces what is at the address, and begins to record.
  ///
  /// - Parameters:
  ///   - url: The file to write; its folder has to exist.
  ///   - process: What the process is called in the trace; the name of the process by default.
  ///   - capacity: How many events may wait to be written; 65,536 by default.
  /// - Throws: ``TraceRecordingError/cannotOpen(_:reason:)``.
  public convenience init(
    to url: URL,
    process: String = ProcessInfo.processInfo.processName,
    capacity: Int = 65_536
  ) throws(TraceRecordingError) {
    let queue = DispatchQueue(label: "errands.trace", qos: .utility)
    try self.init(to: url, process: process, capacity: capacity, queue: queue)
  }

  init(
    to url: URL,
    process: String,
    capacity: Int,
    queue: DispatchQueue
  ) throws(TraceRecordingError) {
    let output = try TraceOutput(to: url, process: process)
    let file = TraceFile(output: output, capacity: capacity, queue: queue)
    self.file = file
    observation = Trace.observe { event in file.append(event) }
  }

  deinit {
    observation.cancel()
    file.close()
  }

  /// Ends the recording, and waits until the file is complete. Stopping again gives the same report.
  ///
  /// - Throws: `CancellationError` if the waiting task is cancelled; the file is completed all the same.
  @discardableResult
  public func stop() async throws -> Report {
    observation.cancel()
    file.close()
    return try await file.report.value()
  }
}

/// Why a trace could not be recorded.
public enum TraceRecordingError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The file cannot be created; nothing is recorded.
  case cannotOpen(URL, reason: String)
  /// The file ends before the events that could not be written, and opens as far as it goes.
  case cannotWrite(reason: String)

  /// A sentence that says what to do.
  public var description: String {
    switch self {
    case .cannotOpen(let url, let reason):
      "The trace cannot be written to \(url.path): \(reason). Choose a file in a folder that exists."
    case .cannotWrite(let reason):
      "The trace is incomplete, because writing it failed: \(reason). Make room on the disk."
    }
  }
}
