import CPostgres

/// What the server has answered to a statement.
final class PostgresOutcome {
  private let result: OpaquePointer

  init(_ result: OpaquePointer) {
    self.result = result
  }

  deinit { PQclear(result) }

  var isSuccess: Bool {
    let status = PQresultStatus(result)
    return status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK || status == PGRES_EMPTY_QUERY
  }

  /// Whether bytes are to go on to it or to come from it, of which nothing here knows.
  var isCopy: Bool {
    [PGRES_COPY_IN, PGRES_COPY_OUT, PGRES_COPY_BOTH].contains(PQresultStatus(result))
  }

  /// Nil where it has not said what is wrong.
  var refusal: PostgresError.Refusal? {
    guard let state = field("C") else { return nil }
    return PostgresError.Refusal(state: state, message: field("M") ?? "", constraint: field("n"))
  }

  /// By the letter of the protocol's error fields (PostgreSQL's documentation, 55.8).
  private func field(_ letter: Unicode.Scalar) -> String? {
    PQresultErrorField(result, Int32(letter.value)).map { String(cString: $0) }
  }

  /// What the server says that it has done, such as `COMMIT`.
  var tag: String { String(cString: PQcmdStatus(result)) }

  var changeCount: Int { Int(String(cString: PQcmdTuples(result))) ?? 0 }

  func rows() -> [PostgresRow] {
    let width = PQnfields(result)
    let names = (0..<width).map { String(cString: PQfname(result, $0)) }
    let columns = PostgresRow.Columns(
      types: (0..<width).map { PQftype(result, $0) },
      places: Dictionary(names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    )
    return (0..<PQntuples(result)).map { row in
      PostgresRow(columns: columns, values: (0..<width).map { value(row, $0) })
    }
  }

  private func value(_ row: Int32, _ column: Int32) -> [UInt8]? {
    guard PQgetisnull(result, row, column) == 0, let bytes = PQgetvalue(result, row, column) else {
      return nil
    }
    return [UInt8](UnsafeRawBufferPointer(start: bytes, count: Int(PQgetlength(result, row, column))))
  }
}
