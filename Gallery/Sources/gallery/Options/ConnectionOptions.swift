import ArgumentParser
import GalleryConnections

/// How many connections a server holds, and how long it waits for the clients at their other ends.
struct ConnectionOptions: ParsableArguments {
  @Option(
    .from(1),
    help: "Connections at once in all; who keeps the server waiting gives way.",
    valueName: "N"
  )
  var maxClients = ConnectionLimits().count

  @Option(.from(1), help: "Connections at once of one client.", valueName: "N")
  var maxPerClient = ConnectionLimits().ofOneClient

  @Option(.duration, help: "How long the head of a request may take to arrive.", valueName: "D")
  var headTimeout = DurationArgument(ConnectionLimits().head)

  @Option(.duration, help: "How long the body of a request may take to arrive.", valueName: "D")
  var bodyTimeout = DurationArgument(ConnectionLimits().body)

  @Option(.duration, help: "How long a connection is kept between two requests.", valueName: "D")
  var idleTimeout = DurationArgument(ConnectionLimits().idle)

  @Option(.duration, help: "How long a client may take nothing of its answer.", valueName: "D")
  var stallTimeout = DurationArgument(ConnectionLimits().stall)

  /// What was asked for, as far as this process may have so many files open: otherwise less, and that is said.
  func limits() -> ConnectionLimits {
    var limits = ConnectionLimits()
    let clients = OpenFiles.clients(of: maxClients, limit: OpenFiles.raise())
    if let warning = clients.warning { ServerOutput.warn(warning) }
    limits.count = clients.count
    limits.ofOneClient = maxPerClient
    limits.head = headTimeout.duration
    limits.body = bodyTimeout.duration
    limits.idle = idleTimeout.duration
    limits.stall = stallTimeout.duration
    return limits
  }
}
