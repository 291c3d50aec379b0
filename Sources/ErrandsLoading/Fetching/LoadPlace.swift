import Errands
import Foundation

/// The place of one load among those in flight. It is that of the host that the load talks to: given back where the load
/// goes to another one, and for as long as the load only waits.
final class LoadPlace: Sendable {
  /// That of the load whose interceptor is running in this task. One that waits for what another load brings gives it back
  /// first, or the other load may wait for that very place.
  @TaskLocal static var current: LoadPlace?

  private let admission: Admission?
  private let held: Lock<(origin: String, place: AdmissionPlace)?>

  /// What the load says of what it is busy with.
  let monitor: LoadMonitor

  init(_ admission: Admission?, _ monitor: LoadMonitor, held: (origin: String, place: AdmissionPlace)? = nil)
  {
    (self.admission, self.monitor) = (admission, monitor)
    self.held = Lock(held)
  }

  /// Waits for a place at the host of this address, unless it has one.
  func enter(_ url: URL) async throws {
    guard let admission, held.withLock({ $0?.origin }) != url.origin else { return }
    leave()
    monitor.enter(.place)
    let place = try await admission.place(for: url).value()
    held.withLock { $0 = (url.origin, place) }
  }

  /// Tells what the load has found out about the host.
  func report(hasAnswered: Bool) {
    let place = held.withLock { $0?.place }
    if hasAnswered { place?.succeeded() } else { place?.failed() }
  }

  /// Gives the place back. Outside the lock: the next load may begin in this call. Not by letting go of it alone: the run that
  /// waited for it may still have it as its outcome.
  func leave() {
    let place = held.withLock { held in
      defer { held = nil }
      return held
    }
    place?.place.release()
  }
}
