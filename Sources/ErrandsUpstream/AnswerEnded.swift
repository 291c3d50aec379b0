/// An outbound event of a ``ScriptedUpstream``'s connection: the socket has taken the end of an answer, and the connection
/// is kept.
public struct AnswerEnded: Sendable {
  init() {}
}
