/// What not every style can say.
enum Ability: String, Sendable {
  /// Whoever asks sees progress.
  case progress
  /// Progress survives the way out and back in.
  case progressRoundTrip
  /// Somebody else can be told of the same run, later too.
  case listening
  /// Others can wait for the same run, or be told of it.
  case joining
  /// Those who listen to one run are told in the order in which they came.
  case listeningInOrder
  /// Whoever cancels is told that it is cancelled.
  case wordOfCancellation
  /// Whoever asks may name an executor of somebody else's.
  case foreignExecutor
  /// More can be put behind the handler of whoever asks.
  case chaining
  /// Steps behind the style may block their thread.
  case blockingSteps
  /// Work has the task-local values of whoever asks for it in the style itself.
  case workInContext
}
