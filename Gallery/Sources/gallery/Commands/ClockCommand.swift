import ArgumentParser
import Errands
import GalleryJobs

struct ClockCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clock",
    abstract: "Shows a clock that ticks."
  )

  @Option(.from(1), help: "How many ticks; without it, until it is interrupted.", valueName: "N")
  var ticks: Int?

  @Option(.duration, help: "From one tick to the next, such as 500ms; at least 1ms.", valueName: "D")
  var every = DurationArgument(.seconds(1))

  @Option(help: "The style of asynchronous Swift that carries the job.")
  var style = JobStyle.publisher

  @OptionGroup var options: LoadOptions

  func run() async throws {
    try await options.trace.recording { try await watch() }
  }

  private func watch() async throws {
    let scope = Scope()
    let teller = ClockTeller(json: options.json)
    let clock = WallClock(every: every.duration)
    do {
      try await ClockJob(clock).watch(ticks, by: style) { tick in
        // The reader has gone away (`gallery clock | head -1`), and the clock would tick for ever.
        if !teller.tell(tick) { scope.cancel() }
      }.value(in: scope)
    } catch is CancellationError where !Task.isCancelled {
      return
    }
  }
}
