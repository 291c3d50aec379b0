import Hummingbird

extension Parameters {
  /// A parameter that is one of a few words, or nil where it is not given.
  func choice<Choice: CaseIterable & RawRepresentable<String>>(_ name: Substring) throws -> Choice? {
    guard let text = self[name] else { return nil }
    if let choice = Choice(rawValue: String(text)) { return choice }
    let words = Choice.allCases.map(\.rawValue).joined(separator: ", ")
    throw Problem.badRequest("“\(text)” cannot be chosen for \(name); choose one of \(words).")
  }

  /// A parameter that is a whole number, or nil where it is not given. That it is within the limits is left to
  /// the code that has set them.
  func number(_ name: Substring, within limits: ClosedRange<Int>) throws -> Int? {
    guard let text = self[name] else { return nil }
    if let number = Int(text) { return number }
    let range = "\(limits.lowerBound) to \(limits.upperBound)"
    throw Problem.badRequest("“\(text)” is no number for \(name); give one from \(range).")
  }
}

extension Parameters {
  /// The parameters of a query as forms write them, with a plus sign for a space (WHATWG URL, section 5.1).
  init(form query: String) {
    let pairs = query.replacing("+", with: " ").split(separator: "&").map { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.count > 1 ? String(parts[1]) : ""
      return (key: parts[0], value: Substring(value.removingPercentEncoding ?? value))
    }
    self.init(pairs)
  }
}
