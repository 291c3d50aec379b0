import Errands
import ErrandsTesting

/// Who asks: a screen, say, as an application would write it. It stores a scope, and cancels in its deinit
/// the tasks that it keeps, as code in the styles of tasks does.
final class Owner: Sendable {
  let scope = Scope()
  let place: Place
  /// Every report as it came, units and total.
  let reports = Events<RunProgress>()
  private let answers: Answers?
  private let heard: Line
  private let noticed: Line
  private let sign: Character?
  private let probe: LiveObjects.Object
  private let cancellations = Lock<[@Sendable () -> Void]>([])
  private let reaction = Kept<@Sendable () -> Void>()
  private let pause = Kept<@Sendable () -> Void>()

  /// - Parameters:
  ///   - work: The work whose answers it knows again, and on whose line it draws its own end.
  ///   - heard: The line on which it draws what it is told.
  ///   - sign: What to draw for every outcome, where several owners draw on one line.
  init(of work: Work, at place: Place, hearing heard: Line, as sign: Character? = nil) {
    self.place = place
    self.heard = heard
    self.sign = sign
    noticed = work.noticed
    answers = work.answers.value
    probe = work.live.object("owner")
  }

  deinit {
    noticed.draw("o")
    for cancel in cancellations.withLock({ $0 }) { cancel() }
  }

  /// Cancels the task when the owner goes.
  func keep<Success: Sendable>(_ task: Task<Success, Never>) {
    cancellations.withLock { $0.append { task.cancel() } }
  }

  /// What the owner does when it is told the outcome, while it is told.
  func reacts(_ reaction: @escaping @Sendable () -> Void) {
    self.reaction.set(reaction)
  }

  /// What the owner does while it is told the first report.
  func pauses(_ pause: @escaping @Sendable () -> Void) {
    self.pause.set(pause)
  }

  func hear(_ event: RunEvent<Token>) {
    switch event {
    case .progress(let progress): hear(progress)
    case .settled(let outcome): hear(outcome)
    }
  }

  func hear(_ progress: RunProgress) {
    reports.record(progress)
    draw((1...9).contains(progress.completed) ? Character("\(progress.completed)") : "+")
    pause.take()?()
  }

  func hear(_ outcome: Result<Token, any Error>) {
    draw(sign ?? answers?.marble(outcome) ?? "#")
    reaction.take()?()
  }

  /// A sign that no diagram expects stands for whatever is told in the wrong place.
  private func draw(_ marble: Character) {
    heard.draw(place.isHere ? marble : "#")
  }
}
