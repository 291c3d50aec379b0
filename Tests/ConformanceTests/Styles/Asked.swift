/// The handles that somebody who has asked is left with.
struct Asked: Sendable {
  /// Cancels, in the style's own way.
  let cancel: @Sendable () -> Void
  /// Has one more owner told of the same run; nil where the style has no way to.
  var listen: (@Sendable (Owner) -> Void)?
  /// The ways to wait for the same run without being told anywhere.
  var waits: [Wait] = []
  /// Awaits the outcome in a task that may give up: of the same run or, where each asking has its own, in
  /// another run of the same errand.
  var follow: @Sendable () async throws -> Void
  /// Waits for the end of the link of a chain that has the owner's handler; nil where the style has no
  /// chains.
  var behind: (@Sendable () async throws -> Void)?
}
