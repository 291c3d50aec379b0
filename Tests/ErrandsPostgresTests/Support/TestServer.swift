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
  static func database() async throws -> PostgresAddress {
    let server = try await started.value
    let name = "test\(UInt64.random(in: .min ... .max))"
    let pool = PostgresPool(try server.address("postgres"))
    defer { pool.close() }
    _ = try await pool.work { try $0.script("CREATE DATABASE \(name)") }.value()
    return try server.address(name)
  }

  private func address(_ database: String) throws -> PostgresAddress {
    try PostgresAddress("postgres://errands:errands@127.0.0.1:\(port)/\(database)")
  }

  private struct Failed: Error, CustomStringConvertible { let description: String }

  /// A shell starts it, which waits until this process has gone, however it did, and takes all of it away: PostgreSQL
  /// would outlive the tests. It does not run as root; Debian keeps its programs beside the path.
  private init() async throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "errands-postgres-\(UUID().uuidString)")
    let script = """
      set -eu
      folder=$1
      mkdir -p "$folder"
      trap 'rm -rf "$folder"' EXIT
      PATH=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | tail -n 1):$PATH
      as=()
      if [ "$(id -u)" = 0 ]; then chown postgres "$folder"; as=(setpriv --reuid=postgres --regid=postgres --clear-groups); fi
      cd "$folder"
      echo errands > password
      if [ "$(id -u)" = 0 ]; then chown postgres password; fi
      "${as[@]}" env PATH="$PATH" initdb --pgdata=data --username=errands --pwfile=password --auth=scram-sha-256 --no-sync --no-locale --encoding=UTF8 >&2
      for attempt in 1 2 3 4 5 6 7 8; do
        port=$((20000 + RANDOM % 20000))
        if "${as[@]}" env PATH="$PATH" pg_ctl --pgdata=data --silent --wait --log=log --options="-p $port -k $folder -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=200" start >&2; then break; fi
        port=
      done
      [ -n "$port" ]
      echo "$port"
      exec 1>&-
      cat > /dev/null || true
      "${as[@]}" env PATH="$PATH" pg_ctl --pgdata=data --silent --mode=immediate stop >&2
      """
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-c", script, "postgres", folder.path]
    let (output, errors, input) = (Pipe(), Pipe(), Pipe())
    (process.standardOutput, process.standardError, process.standardInput) = (output, errors, input)
    try process.run()
    // The write end is open for as long as this process lives.
    Self.lifeline.withLock { $0.append(Unchecked(input)) }
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

  private static let lifeline = Lock<[Unchecked<Pipe>]>([])
}
