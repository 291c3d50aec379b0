public import Errands

/// A step on the way to the tables that a program needs. Once it has been released it does not change: what is to be
/// otherwise is another step behind it.
public struct PostgresMigration: Sendable, Hashable {
  /// What tells it from the others, such as `2 batches`.
  public let name: String
  /// Statements, done as one.
  public let script: String
  /// Whether programs that do not know the step can go on beside those that do, as in a rolling start: it adds what they
  /// leave alone, and takes nothing from them.
  public let isCompatible: Bool

  /// A step.
  ///
  /// - Parameter isCompatible: Default false: an older program refuses to begin behind it.
  public init(_ name: String, isCompatible: Bool = false, _ script: String) {
    self.name = name
    self.script = script
    self.isCompatible = isCompatible
  }

  /// Why a database is not one that the program can use.
  public enum Mismatch: Error, Sendable, Hashable, CustomStringConvertible {
    /// A newer program has been here.
    case newer(step: String)
    /// The steps that were done are others than the program's.
    case other(found: String, expected: String)

    /// A sentence that says what to do.
    public var description: String {
      switch self {
      case .newer(let step):
        "The database has been made ready for a newer version (“\(step)”); start that one, or use another database."
      case .other(let found, let expected):
        "The database is another program's: “\(found)” was done in it where “\(expected)” belongs. Use another database."
      }
    }
  }
}

extension PostgresPool {
  /// Does the steps that have not been done, each once, whichever servers begin at the same time: one of them does all that
  /// is left, in one transaction, and the others wait for it.
  ///
  /// - Parameters:
  ///   - steps: All of the program's, in their order.
  ///   - table: Where it is written which have been done. A name of letters, digits and underscores.
  /// - Returns: An errand that fails with ``PostgresMigration/Mismatch`` or ``PostgresError``.
  public func migrate(_ steps: [PostgresMigration], in table: String = "errands_migration") -> Errand<Void> {
    transaction("migrations") { database in
      // Another server may take long over them, and so may a step.
      database.answerLimit = nil
      // Held until the transaction ends.
      try database.execute("SELECT pg_advisory_xact_lock(hashtext($1))", [.text(table)])
      try database.script(
        """
        CREATE TABLE IF NOT EXISTS "\(table)" (
          position bigint PRIMARY KEY,
          name text NOT NULL,
          compatible boolean NOT NULL,
          done timestamptz NOT NULL DEFAULT now()
        )
        """
      )
      let done = try database.execute("SELECT name, compatible FROM \"\(table)\" ORDER BY position")
      for (step, row) in zip(steps, done) {
        let name = try row.value("name", as: String.self)
        guard name == step.name else {
          throw PostgresMigration.Mismatch.other(found: name, expected: step.name)
        }
      }
      for row in done.dropFirst(steps.count) where try !row.value("compatible") {
        throw PostgresMigration.Mismatch.newer(step: try row.value("name"))
      }
      for (position, step) in steps.enumerated().dropFirst(done.count) {
        try database.script(step.script)
        try database.execute(
          "INSERT INTO \"\(table)\" (position, name, compatible) VALUES ($1, $2, $3)",
          [.int(Int64(position)), .text(step.name), .bool(step.isCompatible)]
        )
      }
    }
  }
}
