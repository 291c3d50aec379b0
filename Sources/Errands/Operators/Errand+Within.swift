extension Errand {
  /// An errand that is made when it is run, and whose work is done in that run: what has to be known of the run itself can be
  /// built into it, without a run around it.
  package static func within(
    _ name: String?,
    fileID: String = #fileID,
    line: UInt = #line,
    _ make: @escaping @Sendable (Run<Value>) -> Errand
  ) -> Errand {
    let label = Label(name: name, origin: SourceLocation(fileID: fileID, line: line))
    return Errand(label: label, work: .deferred { run in run.start(make(run).work) })
  }
}
