import GalleryJobs
import ServiceLifecycle

/// Tells those who listen to the timeline what has changed, a few times a second: written once for all of them, and not
/// at all for nobody.
struct TimelineFeed: Service {
  let timeline: Timeline
  let hub: EventHub
  let own: OwnUpstream
  let interval: Duration

  func run() async {
    try? await cancelWhenGracefulShutdown {
      while true {
        try await Task.sleep(for: interval)
        tell()
      }
    }
  }

  func tell() {
    guard let changes = timeline.changes(isWatching: hub.isHeard(.timeline)) else { return }
    hub.tell("timeline", data: JSONText.line(TimelineAnswer(changes, own: own)), topic: .timeline)
  }
}
