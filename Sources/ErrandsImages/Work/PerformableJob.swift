/// What a thread of the worker knows about a job.
protocol PerformableJob: Sendable {
  func perform()
}
