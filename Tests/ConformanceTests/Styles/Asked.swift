/// The handles that somebody who has asked is left with.
struct Asked: Sendable {
  /// Cancels, in the style's own way.
  let cancel: @Sendable () -> Void
  /// Has one more owner told of the same run; nil where the style has no way to.
  var listen: (@Sendable (Owner) -> Void)?
}
