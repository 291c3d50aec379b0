/// Why the database has not done what it was asked for. None of it has a password in it.
public enum PostgresError: Error, Sendable, Hashable {
  /// There is no connection, and none can be made: the server is away, or does not let this user in.
  case cannotConnect(reason: String)
  /// The connection broke. What was done in a transaction is taken back; of a statement outside of one it is not known
  /// whether it was done.
  case connectionLost(reason: String)
  /// The connection broke while a transaction was committed: whether it was is not known.
  case commitUnknown(reason: String)
  /// The server refuses: by an SQL state of five characters (PostgreSQL's documentation, appendix A).
  case server(Refusal)
  /// A value of a row is not of the type that was asked for.
  case value(column: String, reason: String)

  /// What a server says of what it refuses.
  public struct Refusal: Sendable, Hashable {
    /// Such as `23505` for a key that is there already.
    public let state: String
    /// In the server's words.
    public let message: String
    /// The constraint that would be broken; nil where it is none.
    public let constraint: String?

    /// What a server would say.
    public init(state: String, message: String, constraint: String? = nil) {
      self.state = state
      self.message = message
      self.constraint = constraint
    }
  }

  /// Whether the same may be tried again at once: another transaction was in the way (40001, 40P01).
  public var isCollision: Bool {
    if case .server(let refusal) = self { return ["40001", "40P01"].contains(refusal.state) }
    return false
  }

  /// Whether the database does not do it now, and may do it soon: it is away, or begins, or ends (57P01 to 57P03), or has as
  /// many connections as it takes (53300), or may only be read (25006), as one that stands by for another; or the time is over
  /// that it allows for a statement, by itself or by somebody's hand (57014), for the wait for a lock (55P03), for a transaction
  /// (25P04), or for one that asks nothing (25P03, 57P05), as of a process that was stopped for a while.
  public var isAbsence: Bool {
    switch self {
    case .cannotConnect, .connectionLost, .commitUnknown: true
    case .server(let refusal): Self.absences.contains(refusal.state)
    case .value: false
    }
  }

  private static let absences: Set<String> = [
    "57P01", "57P02", "57P03", "53300", "25006", "57014", "55P03", "25P04", "25P03", "57P05",
  ]
}

extension PostgresError: CustomStringConvertible {
  /// A sentence that says what is wrong and what to do.
  public var description: String {
    switch self {
    case .cannotConnect(let reason):
      "There is no way to the database: \(reason). See whether it runs, and lets this role in, and try again."
    case .connectionLost(let reason):
      "The connection to the database was lost: \(reason). Try again."
    case .commitUnknown(let reason):
      "The connection to the database was lost as a change was made fast: \(reason). See whether it was before it is made again."
    case .server(let refusal): "The database refuses: \(refusal.message) (\(refusal.state))."
    case .value(let column, let reason): "The database's column \(column) \(reason)."
    }
  }
}
