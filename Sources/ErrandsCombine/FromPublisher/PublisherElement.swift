/// Which of a publisher's values becomes the value of an errand.
public enum PublisherElement: Sendable {
  /// The first one; the publisher is cancelled then.
  case first
  /// The last one before the publisher finishes.
  case last
}
