import Errands
import Foundation

/// The tries of one load, one after the other, as many as its policy allows. Where one breaks off, the next goes on with what
/// has come, if it can be sure that it is the same body.
///
/// An object, as it goes through all steps of a load: as a value, a copy of it lay in the frame of each step, and the frames of
/// one load took 14 KB, for which each load asked the allocator.
final class Tries: Sendable {
  let fetcher: Fetcher
  let request: FetchRequest
  let limits: LoadLimits
  let sink: FetchSink
  let report: @Sendable (_ completed: Int64, _ total: Int64?) -> Void
  let willTry: @Sendable () -> Void
  let willSend: @Sendable (FetchRequest) -> Void

  /// - Parameter willSend: Told what is sent, in each try.
  init(
    fetcher: Fetcher,
    request: FetchRequest,
    limits: LoadLimits,
    sink: FetchSink,
    report: @escaping @Sendable (_ completed: Int64, _ total: Int64?) -> Void,
    willTry: @escaping @Sendable () -> Void = {},
    willSend: @escaping @Sendable (FetchRequest) -> Void = { _ in }
  ) {
    self.fetcher = fetcher
    self.request = request
    self.limits = limits
    self.sink = sink
    self.report = report
    self.willTry = willTry
    self.willSend = willSend
  }

  private var configuration: Fetcher.Configuration { fetcher.configuration }

  /// What the tries have come to so far.
  private struct Course: Sendable {
    var reception: Reception
    /// What broke off the body that has begun.
    var interruption: FetchError?
    /// Why the tries failed, in order.
    var failures: [FetchError] = []
    /// Of the tries behind the last one that has brought something to go on from. The beginning of a body is that once only: a server
    /// that breaks off and then refuses the rest brings the same one each time, or that of another state and a byte more of it.
    private var inVain = 0
    /// How many bodies have begun, with the one that was held: a server that has another state each time was asked for ever.
    private var bodies: Int
    /// How far the present one has come.
    private var furthest: Int64
    // In a box: the thread sanitizer looks up where an `inout` argument lies, and one of an empty type lies nowhere.
    var generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()

    init(_ held: Reception) {
      reception = held
      furthest = held.received
      bodies = held.received > 0 ? 1 : 0
    }

    mutating func note(_ attempt: Attempt) {
      reception = attempt.reception
      if attempt.start == .anew {
        furthest = 0
        if reception.received > 0 { bodies += 1 }
      }
      let isFurther = reception.received > furthest && (attempt.start == .onward || bodies == 1)
      inVain = isFurther && reception.resumes ? 1 : inVain + 1
      furthest = max(furthest, reception.received)
    }

    /// Of the last try, for the policy.
    var number: Int { max(inVain, bodies - 1) }
  }

  /// Receives one body whole, and gives what was received.
  ///
  /// - Parameter held: What there is of it already.
  func receive(_ held: Reception, at place: LoadPlace) async throws -> Reception {
    var course = Course(held)
    while true {
      willTry()
      place.monitor.recorder?.beginTry()
      let attempt = await attempt(course, at: place)
      course.note(attempt)
      switch attempt.end {
      case .whole: return attempt.reception
      // No failed try: it can only come behind one.
      case .forgotten: continue
      case .failed(let error):
        // A connection that we closed looks like one that was lost.
        try Task.checkCancellation()
        try await pause(after: error, attempt.sent, &course, at: place)
      }
    }
  }

  /// Waits for the next try.
  ///
  /// Never inlined: what only a failure needs would be in the frame of every load.
  ///
  /// - Throws: The error, where no try follows.
  @inline(never)
  private func pause(
    after failure: any Error,
    _ sent: FetchRequest?,
    _ course: inout Course,
    at place: LoadPlace
  ) async throws {
    guard let error = failure as? FetchError else { throw failure }
    // What only waits holds up nothing, and nobody knows how long an interceptor takes to decide.
    place.leave()
    place.monitor.recorder?.enter(nil)
    let reception = course.reception
    if reception.head != nil { course.interruption = course.interruption ?? error }
    let canRepeat = reception.head == nil || sink.mayRestart || reception.resumes
    let failed = FailedTry(error: error, request: request, sent: sent ?? request, earlier: course.failures)
    guard canRepeat, let wait = try await wait(after: failed, course.number, using: &course.generator),
      // A wait beyond the deadline helps no caller: the answer says more.
      limits.deadline.map({ wait < $0 - place.elapsed() }) ?? true
    else { throw error }
    course.failures.append(error)
    place.monitor.enter(.pause)
    // What an interceptor hands on of a server's may be more than a clock can count.
    try await configuration.clock.sleep(for: min(wait, .aCentury))
  }

  /// How a try ended, and what has come by then.
  private struct Attempt: Sendable {
    enum End: Sendable {
      case whole
      case forgotten
      case failed(any Error)
    }

    var reception: Reception
    var sent: FetchRequest?
    /// What its answer meant for what was held; nil where none came.
    var start: Reception.Start?
    var end = End.whole
  }

  private func attempt(_ course: Course, at place: LoadPlace) async -> Attempt {
    guard let silence = limits.silence else { return await exchange(course, place, nil) }
    return await watched(course, place, silence)
  }

  @inline(never)
  private func watched(_ course: Course, _ place: LoadPlace, _ silence: Duration) async -> Attempt {
    let watch = SilenceWatch(limit: silence, clock: configuration.clock)
    var (attempt, wasSilent) = await watch.during { [self] heartbeat in
      await exchange(course, place, heartbeat)
    }
    if wasSilent, case .failed = attempt.end {
      place.report(hasAnswered: false)
      attempt.end = .failed(FetchError(attempt.reception.head?.url ?? request.url, .stalled(for: silence)))
    }
    return attempt
  }

  /// One try: asks for what is missing, and takes it.
  private func exchange(
    _ course: Course,
    _ place: LoadPlace,
    _ heartbeat: SilenceWatch.Heartbeat?
  ) async -> Attempt {
    var attempt = Attempt(reception: course.reception)
    do {
      let request = attempt.reception.request(from: request)
      let asked = try await adapted(request, try: course.failures.count + 1, at: place)
      attempt.sent = asked
      willSend(asked)
      let response = try await fetcher.answer(to: asked, at: place, heartbeat)
      let start: Reception.Start
      do {
        // What has not changed has been looked at before, and its 304 says little of it (RFC 9110, section 15.4.5).
        if response.head.status != 304 || !self.request.isConditional {
          try configuration.validate(response.head)
        }
        start = try attempt.reception.begin(response.head, to: self.request)
      } catch let error as FetchError {
        throw await error.with(response)
      }
      attempt.start = start
      // What has been handed on cannot be taken back.
      if start != .onward, !sink.mayRestart, let interruption = course.interruption { throw interruption }
      switch start {
      case .forgotten:
        await response.drain()
        attempt.end = .forgotten
      case .unchanged:
        await response.drain()
        try await sink.unchanged(response.head)
      case .anew:
        try await sink.begin(response.head)
        try await take(response.body, &attempt.reception, place.monitor, heartbeat)
      case .onward:
        sink.proceed(response.head, attempt.reception.received)
        try await take(response.body, &attempt.reception, place.monitor, heartbeat)
      }
    } catch {
      attempt.end = .failed(error)
    }
    return attempt
  }

  /// The body of one answer.
  private func take(
    _ body: TransportBody,
    _ reception: inout Reception,
    _ monitor: LoadMonitor,
    _ heartbeat: SilenceWatch.Heartbeat?
  ) async throws {
    monitor.enter(.body)
    report(reception.received, reception.expected)
    var isCutOff = false
    do {
      heartbeat?.listen()
      for try await chunk in body {
        heartbeat?.pause()
        monitor.recorder?.note { $0.received(chunk.count) }
        try reception.take(chunk.count)
        try await sink.take(chunk)
        report(reception.received, reception.expected)
        heartbeat?.listen()
      }
    } catch let error as FetchError where error.cause == .connectionLost {
      isCutOff = true
    }
    // A transport may end a body quietly when the connection closes, or when the task is cancelled.
    try Task.checkCancellation()
    try reception.end(isCutOff: isCutOff)
  }

  // MARK: Policies

  private func adapted(
    _ request: FetchRequest,
    try number: Int,
    at place: LoadPlace
  ) async throws -> FetchRequest {
    if configuration.interceptors.isEmpty { return request }
    return try await LoadPlace.$current.withValue(place) {
      try await asideOfBody {
        var request = request
        for interceptor in configuration.interceptors {
          request = try await interceptor.adapt(request, try: number)
        }
        return request
      }
    }
  }

  /// What an interceptor loads is not the body that somebody looks at.
  private func asideOfBody<Answer>(_ work: () async throws -> Answer) async rethrows -> Answer {
    try await BodyGrowth.$observer.withValue(nil, operation: work)
  }

  /// How long to wait before the next try, or nil where there is none.
  ///
  /// - Parameter number: That of the failed try, for the policy: counted from the last one that has brought something.
  private func wait(
    after failure: FailedTry,
    _ number: Int,
    using generator: inout some RandomNumberGenerator
  ) async throws -> Duration? {
    for interceptor in configuration.interceptors {
      switch try await asideOfBody({ try await interceptor.decide(on: failure) }) {
      case .asUsual: continue
      case .fail: return nil
      case .retry(let wait): return request.isRepeatable ? wait : nil
      }
    }
    let policy = configuration.retry
    guard configuration.isRetried(failure.error), request.method.isIdempotent, request.isRepeatable,
      number <= policy.retries
    else { return nil }
    var retryAfter: Duration?
    if case .status(_, let asked) = failure.error.cause { retryAfter = asked }
    // A server that is away for a year would keep the load for as long: its answer says when to come back.
    if let retryAfter, retryAfter > configuration.retryAfterLimit { return nil }
    return policy.wait(afterTry: number, retryAfter: retryAfter, using: &generator)
  }
}
