/// The trace as a file that Perfetto (ui.perfetto.dev) and chrome://tracing open: JSON in the Trace Event
/// Format, in its array form.
///
/// ```swift
/// let json = ChromeTrace.json(ring.snapshot().events)
/// ```
///
/// Every run is a slice on a track of its own, with its time in a queue and its time at work as slices
/// inside, the phases of its work inside of that, and its progress, deliveries, late settlements and the like as
/// instants. For a file that grows while the program runs, see ``TraceRecording``.
public enum ChromeTrace {
  /// The whole file as one text; takes linear time.
  ///
  /// - Parameters:
  ///   - events: In the order in which they were recorded. Time counts from the first of them.
  ///   - process: What the process is called; "errands" by default.
  ///   - processID: Tells processes apart where several traces are merged into one; 1 by default.
  public static func json(
    _ events: some Sequence<TraceEvent>,
    process: String = "errands",
    processID: Int32 = 1
  ) -> String {
    var events = events.makeIterator()
    var next = events.next()
    var encoder = ChromeTraceEncoder(origin: next?.time ?? .now, processID: processID)
    var records = next == nil ? [] : [encoder.title(process)]
    while let event = next {
      records += encoder.encode(event)
      next = events.next()
    }
    return start + records.joined(separator: separator) + end
  }

  /// The array form may end anywhere between two records, so a crash leaves a file that still opens.
  static let start = "[\n"
  static let separator = ",\n"
  static let end = "\n]\n"
}
