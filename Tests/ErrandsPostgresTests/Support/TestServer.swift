import Errands
import ErrandsPostgres
import Foundation

/// A PostgreSQL of the tests' own, in a temporary folder, for as long as this process lives: one for all suites, each of
/// which makes a database for itself.
struct TestServer: Sendable {
  private let folder: URL
  let port: Int

  private static let started = Task { try await TestServer() }

  /// A new database.
  ///
  /// - Parameter options: What stands behind its name in `CREATE DATABASE`.
  static func database(_ options: String = "") async throws -> PostgresAddress {
    let server = try await started.value
    let name = "test\(UInt64.random(in: .min ... .max))"
    let pool = PostgresPool(try server.address("postgres"))
    defer { pool.close() }
    _ = try await pool.work { try $0.script("CREATE DATABASE \(name) \(options)") }.value()
    return try server.address(name)
  }

  /// Of the same database, with an option.
  static func address(of pool: PostgresPool, _ option: String) async throws -> PostgresAddress {
    try await started.value.address("\(try await name(of: pool))?\(option)")
  }

  /// What the database is called.
  static func name(of pool: PostgresPool) async throws -> String {
    try await pool.work { database in
      try database.execute("SELECT current_database()::text AS name")[0].value("name", as: String.self)
    }.value()
  }

  private func address(_ database: String) throws -> PostgresAddress {
    try PostgresAddress("postgres://errands:errands@127.0.0.1:\(port)/\(database)")
  }

  private struct Failed: Error, CustomStringConvertible { let description: String }

  /// A script starts it, which waits until this process has gone, however it did, and takes all of it away: PostgreSQL
  /// would outlive the tests.
  private init() async throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "errands-postgres-\(UUID().uuidString)")
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = [try Self.script(), folder.path]
    let (output, errors, input) = (Pipe(), Pipe(), Pipe())
    (process.standardOutput, process.standardError, process.standardInput) = (output, errors, input)
    try process.run()
    // This end is open for as long as this process lives, and in no other one.
    _ = fcntl(input.fileHandleForWriting.fileDescriptor, F_DUPFD_CLOEXEC, 0)
    let line = try await Errand<String>.fromCallback("PostgreSQL's port") { callback in
      Thread.detachNewThread {
        callback.succeed(String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self))
      }
    }.value()
    guard let port = Int(line.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      let said = String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self)
      throw Failed(description: "PostgreSQL has not started: \(said)")
    }
    self.port = port
  }

  /// In the repository that this file is in, from wherever it is compiled.
  private static func script() throws -> String {
    var folder = URL(filePath: #filePath)
    while folder.path != "/" {
      folder.deleteLastPathComponent()
      let script = folder.appending(path: "scripts/postgres.sh").path
      if FileManager.default.fileExists(atPath: script) { return script }
    }
    throw Failed(description: "There is no scripts/postgres.sh above \(#filePath).")
  }
}
