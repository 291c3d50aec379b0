import Errands

/// What an object leaves behind at its end, where the next one of its kind may lie in it: errands that are made of
/// publishers that are made of errands. Freed inside of one another, a few thousand of them overflowed the stack.
@usableFromInline
final class Remains<Content> {
  private var content: Content?

  private init(_ content: consuming Content) {
    self.content = content
  }

  /// For a deinit, with what nobody else has any more: it is freed in the trampoline's turn.
  @usableFromInline
  static func release(_ content: consuming Content) {
    Trampoline.run(Remains(content)) { $0.content = nil }
  }
}
