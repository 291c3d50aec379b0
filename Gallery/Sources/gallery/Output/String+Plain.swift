extension String {
  /// With control characters made visible: a text from outside must not be able to move the cursor of
  /// the terminal that shows it.
  var plain: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.map { $0.properties.generalCategory == .control ? "�" : $0 }
      )
    )
  }

  /// The same of each of its lines, which stay lines.
  var plainLines: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { String($0).plain }.joined(separator: "\n")
  }
}
