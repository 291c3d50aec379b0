/// How long one load may take.
struct LoadLimits: Sendable {
  /// For all of it; nil for no such limit.
  var deadline: Duration?
  /// The longest silence on a connection: without a connection, a head, or a byte. Nil for no such limit.
  var silence: Duration?
}
