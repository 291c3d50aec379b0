/// Something that happens in a script. Time passes only between the marbles, by `-`.
enum Marble: Hashable, Sendable {
  /// `?` The owner asks, in the style under test.
  case ask
  /// `1` … `9` The work reports that so many units of nine are done.
  case report(Int)
  /// `v` The work settles with its value.
  case succeed
  /// `x` The work fails with its error.
  case fail
  /// `~` The work lets go of its callback without having called it.
  case abandon
  /// `!` The work settles once more.
  case settleAgain
  /// `c` The owner cancels, in the style's own way.
  case cancel
  /// `s` The scope ends.
  case endScope
  /// `o` The last reference to the owner is let go of.
  case letGo
  /// `[` The executor on which the owner is told stops taking work off its queue.
  case close
  /// `]` The executor goes on.
  case open

  init?(_ character: Character) {
    switch character {
    case "?": self = .ask
    case "v": self = .succeed
    case "x": self = .fail
    case "~": self = .abandon
    case "!": self = .settleAgain
    case "c": self = .cancel
    case "s": self = .endScope
    case "o": self = .letGo
    case "[": self = .close
    case "]": self = .open
    default:
      guard let units = character.wholeNumberValue, ("1"..."9").contains(character) else { return nil }
      self = .report(units)
    }
  }
}
