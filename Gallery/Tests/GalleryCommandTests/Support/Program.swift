import ErrandsTesting
import Foundation
import Testing

/// The real program, run as a person runs it.
final class Program: Sendable {
  /// What it wrote to standard output, as it came.
  let output = OutputReader()
  /// What it wrote to standard error, as it came.
  let errors = OutputReader()
  private let process = Process()
  private let ended = Gate()

  /// - Parameters:
  ///   - environment: What it finds in its environment besides, or instead.
  ///   - file: Where its standard output goes; by default, to ``output``.
  ///   - log: Where its standard error goes; by default, to ``errors``.
  ///   - input: What it finds on standard input; by default nothing.
  ///   - isOnOneCore: Whether it has one core, and so one thread for its tasks.
  ///   - folder: Where it runs; by default, where this process does.
  ///   - openFiles: How many files it may have open; by default, as many as this process.
  init(
    _ arguments: [String],
    environment: [String: String] = [:],
    writingTo file: String? = nil,
    complainingTo log: String? = nil,
    reading input: String? = nil,
    openFiles: Int? = nil,
    onOneCore isOnOneCore: Bool = false,
    in folder: String? = nil
  ) throws {
    let program = Self.executable()
    let limits = [openFiles.map { "ulimit -n \($0)" }, isOnOneCore ? "taskset -cp 0 $$ >/dev/null" : nil]
      .compactMap { $0 }
    process.executableURL = limits.isEmpty ? program : URL(filePath: "/bin/sh")
    let script = (limits + [#"exec "$0" "$@""#]).joined(separator: " && ")
    process.arguments = (limits.isEmpty ? [] : ["-c", script, program.path]) + arguments
    if let folder { process.currentDirectoryURL = URL(filePath: folder) }
    process.environment = Self.environment.merging(environment) { $1 }
    process.standardInput = try input.map(Self.source) ?? FileHandle.nullDevice
    process.standardOutput = try Self.destination(file, or: output)
    process.standardError = try Self.destination(log, or: errors)
    process.terminationHandler = { [ended] _ in ended.open() }
    output.begin()
    errors.begin()
    try process.run()
  }

  deinit {
    if process.isRunning { process.terminate() }
  }

  /// A pipe that has it all in it, for it is short.
  private static func source(_ text: String) throws -> Any {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    try pipe.fileHandleForWriting.close()
    return pipe
  }

  private static func destination(_ file: String?, or reader: OutputReader) throws -> Any {
    guard let file else { return reader.pipe }
    try reader.pipe.fileHandleForWriting.close()
    return try FileHandle(forWritingTo: URL(filePath: file))
  }

  /// Waits until it has ended and everything that it wrote has been read.
  func exitCode() async throws -> Int32 {
    try await ended.wait()
    try await output.end.wait()
    try await errors.end.wait()
    // The code alone (66) would not say what it has found.
    if errors.text.contains("ThreadSanitizer") { Issue.record("\(errors.text)") }
    return process.terminationStatus
  }

  func interrupt() { Foundation.kill(process.processIdentifier, SIGINT) }
  func hangUp() { Foundation.kill(process.processIdentifier, SIGHUP) }
  func terminate() { Foundation.kill(process.processIdentifier, SIGTERM) }
  func kill() { Foundation.kill(process.processIdentifier, SIGKILL) }

  /// The tests' own, without what the person who runs them says to Gallery, and keeps in it.
  private static let environment = ProcessInfo.processInfo.environment.filter { name, _ in
    !name.uppercased().hasPrefix("GALLERY_") && name != "GIPHY_API_KEY"
  }.merging(["XDG_DATA_HOME": data]) { $1 }

  /// Where all of this run of tests keep what they are not told to keep elsewhere; gone with it.
  private static let data: String = {
    atexit { try? FileManager.default.removeItem(atPath: Program.data) }
    return FileManager.default.temporaryDirectory.appending(path: "gallery-\(UUID().uuidString)")
      .path(percentEncoded: false)
  }()

  /// Beside the test's own program.
  private static func executable() -> URL {
    let own = Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
    return own.deletingLastPathComponent().appending(path: "gallery")
  }
}

/// A line in which a server says where it listens.
private struct Listening: Decodable { let listening: String }

extension Program {
  /// Where it listens, as its first line says: for programs that are told `--json`.
  func listening() async throws -> String {
    try JSONDecoder().decode(Listening.self, from: Data(try await output.line(1).utf8)).listening
  }

  /// Runs it to its end.
  static func run(_ arguments: String...) async throws -> (code: Int32, output: String, errors: String) {
    try await run(arguments)
  }

  static func run(
    _ arguments: [String],
    in folder: String? = nil
  ) async throws -> (code: Int32, output: String, errors: String) {
    let program = try Program(arguments, in: folder)
    let code = try await program.exitCode()
    return (code, program.output.text, program.errors.text)
  }
}
