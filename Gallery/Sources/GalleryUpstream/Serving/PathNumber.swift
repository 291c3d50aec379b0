extension String {
  /// The number in a path that begins and ends so. It has one spelling, without zeros before it.
  ///
  /// No regular expression: a literal of one is put together anew each time that it is used, which took longer than the rest of
  /// an answer.
  func number(between beginning: String, and ending: String, within allowed: ClosedRange<Int>) -> Int? {
    guard hasPrefix(beginning), hasSuffix(ending), utf8.count > beginning.utf8.count + ending.utf8.count
    else { return nil }
    let digits = dropFirst(beginning.count).dropLast(ending.count)
    guard let number = Int(digits), allowed.contains(number), String(number) == digits else { return nil }
    return number
  }
}
