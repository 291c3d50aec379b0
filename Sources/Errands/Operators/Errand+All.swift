extension Errand {
  /// All of the work at once, and every value in the order of the errands. Progress counts those that are
  /// done.
  ///
  /// They begin one after the other, inside the beginning of the whole: one whose beginning blocks holds up those
  /// behind it. Put such work into a ``WorkQueue``, or a task.
  ///
  /// It fails fast: where one fails, the others are cancelled first, and the run fails with that error once
  /// all of them have settled.
  ///
  /// ```swift
  /// let pictures = Errand.all(addresses.map { address in picture(at: address) })
  /// ```
  @inlinable
  public static func all<Member: Sendable>(
    _ errands: [Errand<Member>],
    fileID: String = #fileID,
    line: UInt = #line
  ) -> Errand where Value == [Member] {
    Errand(name: nil, origin: SourceLocation(fileID: fileID, line: line)) { callback in
      let members = Members<Member>(errands.count, callback.run, failsFast: true) { outcomes, firstError in
        if let firstError {
          callback.fail(firstError)
        } else {
          callback(Result { try outcomes.map { try $0.get() } })
        }
      }
      callback.run.adopt(members)
      for (index, errand) in errands.enumerated() { members.begin(errand, at: index) }
    }
  }

  /// All of the work at once, and every outcome in the order of the errands, however they end. Progress
  /// counts those that are done.
  @inlinable
  public static func allSettled<Member: Sendable>(
    _ errands: [Errand<Member>],
    fileID: String = #fileID,
    line: UInt = #line
  ) -> Errand where Value == [Result<Member, any Error>] {
    Errand(name: nil, origin: SourceLocation(fileID: fileID, line: line)) { callback in
      let members = Members<Member>(errands.count, callback.run, failsFast: false) { outcomes, _ in
        callback.succeed(outcomes)
      }
      callback.run.adopt(members)
      for (index, errand) in errands.enumerated() { members.begin(errand, at: index) }
    }
  }
}
