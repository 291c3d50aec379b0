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
  ///   - file: Where its standard output goes; by default, to ``output``.
  ///   - log: Where its standard error goes; by default, to ``errors``.
  ///   - input: What it finds on standard input; by default nothing.
  ///   - isOnOneCore: Whether it has one core, and so one thread for its tasks.
  ///   - folder: Where it runs; by default, where this process does.
  ///   - openFiles: How many files it may have open; by default, as many as this process.
  init(
    _ arguments: [String],
    environment: [String: String]? = nil,
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
    process.environment = environment ?? Self.environment
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

  /// The test's own, but with no way to what the person who runs the tests keeps.
  private static let environment = ProcessInfo.processInfo.environment.merging([
    "XDG_DATA_HOME": FileManager.default.temporaryDirectory.appending(path: "gallery-tests/data")
      .path(percentEncoded: false),
    "GALLERY_DATA": "",
  ]) { $1 }

  /// Beside the test's own program.
  private static func executable() -> URL {
    let own = Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
    return own.deletingLastPathComponent().appending(path: "gallery")
  }
}

extension Program {
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
