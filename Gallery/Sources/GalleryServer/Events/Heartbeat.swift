import ServiceLifecycle

/// Shows all listeners now and then that the stream lives: an idle connection is cut by many a proxy, and a
/// client that vanished is noticed only by writing to it.
struct Heartbeat: Service {
  let hub: EventHub
  let interval: Duration

  func run() async {
    // That the wait is cancelled is no failure: thrown on, it ended the group at once, and with it every
    // load that was under way.
    try? await cancelWhenGracefulShutdown {
      while true {
        try await Task.sleep(for: interval)
        hub.beat()
      }
    }
  }
}
