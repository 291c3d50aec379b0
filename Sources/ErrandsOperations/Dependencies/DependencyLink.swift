/// What the end of a dependency is reported by, once.
final class DependencyLink: @unchecked Sendable {
  // Sendable: what changes is only touched under the lock of the dependent, and not any more when it has ended.
  private(set) var isOpen = true
  /// Reports the end of an operation of somebody else's.
  let watch: FinishWatch?
  /// What the dependent is known by among those who wait for one of ours; 0 where it does not yet.
  var number = 0

  init(_ watch: FinishWatch? = nil) {
    self.watch = watch
  }

  /// True the first time.
  func close() -> Bool {
    defer { isOpen = false }
    return isOpen
  }
}
