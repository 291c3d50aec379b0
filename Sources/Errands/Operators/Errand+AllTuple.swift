extension Errand {
  /// All of the work at once, of whatever types, and every value in the order of the errands. It fails fast,
  /// as ``all(_:fileID:line:)-([Errand<Member>],_,_)`` does.
  ///
  /// ```swift
  /// let (user, cover) = try await Errand.all(user, cover).value()
  /// ```
  public static func all<each Member: Sendable>(
    _ errands: repeat Errand<each Member>,
    fileID: String = #fileID,
    line: UInt = #line
  ) -> Errand where Value == (repeat each Member) {
    typealias Boxed = AnyObject & Sendable
    var members: [Errand<any Boxed>] = []
    for errand in repeat each errands { members.append(errand.map { Settled(.success($0)) }) }
    return Errand<[any Boxed]>.all(members, fileID: fileID, line: line).map { values in
      var rest = values.makeIterator()
      return (repeat try value(of: rest.next(), as: (each Member).self))
    }
  }

  /// Not by a cast of the bare value: one that is an optional, and nil, would be taken for none.
  private static func value<Member: Sendable>(of boxed: AnyObject?, as type: Member.Type) throws -> Member {
    guard let settled = boxed as? Settled<Member> else { throw EmptySequenceError() }
    return try settled.outcome.get()
  }
}
