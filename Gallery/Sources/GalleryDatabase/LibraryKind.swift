/// What a kept thing can be, in one word.
public enum LibraryKind: String, CaseIterable, Sendable {
  case chart, gif, photo, article
}
