import CoreMetrics
import Dispatch
import Errands
import GalleryConnections
import GalleryDatabase
import GalleryJobs

/// Where sessions begin: looks at passwords, not too many of them, and one at a time.
final class Door: Sendable {
  let sessions: Sessions
  private let password: Password
  private let metrics: PrometheusMetrics
  private let budget = Lock(GuessBudget())
  /// Of scrypt's memory there is room once; and no thread of the tasks waits for it.
  private let queue = DispatchQueue(label: "password")
  private let waiting = InFlightLimit(8)

  init(password: Password, _ configuration: GalleryServer.Configuration) {
    self.password = password
    metrics = configuration.metrics
    var limits = SessionLimits()
    limits.lifetime = configuration.sessionLifetime
    limits.idle = configuration.sessionIdle
    sessions = Sessions(limits: limits, store: configuration.sessions)
  }

  /// Begins a session for who knows the password, and gives its token.
  ///
  /// - Throws: A problem with status 401 for other words, 429 for one who has tried too often, and 503 where many try at
  ///   once; why the session cannot be kept.
  func enter(_ words: String, as client: ClientAddress?) async throws -> String {
    if let wait = budget.withLock({ $0.spend(for: client, at: .now) }) {
      count("slowed")
      throw Problem.tooManyGuesses(wait)
    }
    guard try await isRight(words) else {
      count("wrong")
      throw Problem.wrongPassword
    }
    budget.withLock { $0.forgive(client) }
    let token = try await sessions.begin()
    count("begun")
    return token
  }

  private func isRight(_ words: String) async throws -> Bool {
    let entry = try waiting.enter()
    defer { entry.leave() }
    return try await Errand<Bool>.fromCallback("password") { [self] callback in
      queue.async { [self] in callback(.success(password.matches(words))) }
    }.value()
  }

  private func count(_ outcome: String) {
    Counter(label: "gallery.logins", dimensions: [("outcome", outcome)], factory: metrics).increment()
  }
}

extension Problem {
  static let wrongPassword = Problem(
    status: .unauthorized,
    detail: "That is not the password; ask whoever runs this server for it.",
    challenge: sessionChallenge
  )

  static func tooManyGuesses(_ wait: Duration) -> Problem {
    let seconds = max(1, Int((wait / .seconds(1)).rounded(.up)))
    return Problem(
      status: .tooManyRequests,
      detail:
        "Too many passwords were tried; try again in \(seconds) \(seconds == 1 ? "second" : "seconds").",
      retryAfter: seconds
    )
  }
}
