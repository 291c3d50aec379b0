extension Errand {
  /// All of the work at once, of whatever types, and every value in the order of the errands. It fails fast, as
  /// ``all(_:fileID:line:)-array`` does.
  ///
  /// ```swift
  /// let (user, cover) = try await Errand.all(user, cover).value()
  /// ```
  public static func all<each Member: Sendable>(
    _ errands: repeat Errand<each Member>,
    fileID: String = #fileID,
    line: UInt = #line
  ) -> Errand where Value == (repeat each Member) {
    var erased: [Errand<any Sendable>] = []
    for errand in repeat each errands { erased.append(errand.map { $0 as any Sendable }) }
    return Errand<[any Sendable]>.all(erased, fileID: fileID, line: line).map { values in
      var rest = values[...]
      return (repeat try next((each Member).self, of: &rest))
    }
  }

  private static func next<Member>(_ type: Member.Type, of values: inout ArraySlice<any Sendable>) throws
    -> Member
  {
    guard let value = values.popFirst() as? Member else { throw EmptySequenceError() }
    return value
  }
}
