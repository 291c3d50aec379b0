/// What not every style can say.
enum Ability: String, Sendable {
  /// Whoever asks sees progress.
  case progress
  /// Progress survives the way out and back in.
  case progressRoundTrip
  /// Somebody else can be told of the same run, later too.
  case listening
  /// Those who listen to one run are told in the order in which they came.
  case listeningInOrder
  /// Whoever cancels is told that it is cancelled.
  case wordOfCancellation
}
