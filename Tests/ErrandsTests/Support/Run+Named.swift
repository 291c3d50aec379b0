@testable import Errands

extension Run {
  /// A run that a test settles by hand.
  convenience init(name: String, registry: ScopeRegistry?) {
    self.init(label: Label(name: name, origin: SourceLocation()), registry: registry)
  }
}
