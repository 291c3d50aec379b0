import Errands
@testable import ErrandsImages

/// What happened, in order, from any thread.
final class Recorder: Sendable {
  private let entries = Lock<[String]>([])

  var events: [String] { entries.withLock { $0 } }

  func record(_ event: String) {
    entries.withLock { $0.append(event) }
  }
}
