import Testing

extension Issue {
  /// For the branch of a `guard` that is not to be taken.
  static func failed(sourceLocation: Testing.SourceLocation = #_sourceLocation) {
    Issue.record("this is not what was expected", sourceLocation: sourceLocation)
  }
}
