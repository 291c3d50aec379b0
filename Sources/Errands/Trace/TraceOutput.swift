import Foundation

/// The writing side of a ``TraceFile``.
///
/// Sendable: it is touched on the file's serial queue only.
final class TraceOutput: @unchecked Sendable {
  private let file: FileHandle
  private var encoder: ChromeTraceEncoder
  private var written = 0
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
    do {
      try file.write(contentsOf: Data(text.utf8))
      return true
    } catch {
      failure = .cannotWrite(reason: String(describing: error))
      return false
    }
  }
}
