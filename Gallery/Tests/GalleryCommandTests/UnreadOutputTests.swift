import ErrandsAsyncHTTPClient
import ErrandsLoading
import Foundation
import Testing

@testable import gallery

/// A log that nobody read stopped the whole server: nobody was answered any more, and SIGTERM did not end it.
@Suite("A server whose output nobody reads", .timeLimit(.minutes(2)))
struct UnreadOutputTests {
  private struct Listening: Decodable { let listening: String }

  private let pipe = Pipe()
  private var pipePath: String { "/dev/fd/\(pipe.fileHandleForWriting.fileDescriptor)" }

  /// Leaves no room for another byte.
  private func fillPipe() throws {
    let descriptor = pipe.fileHandleForWriting.fileDescriptor
    let flags = fcntl(descriptor, F_GETFL)
    #expect(fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0)
    let bytes = [UInt8](repeating: UInt8(ascii: "\n"), count: 4096)
    while write(descriptor, bytes, bytes.count) > 0 {}
    while write(descriptor, bytes, 1) > 0 {}
    #expect(errno == EAGAIN)
    #expect(fcntl(descriptor, F_SETFL, flags) == 0)
  }

  private func get(_ path: String, of address: String, times: Int) async throws {
    let fetcher = Fetcher.unguarded()
    for _ in 0..<times {
      let request = try FetchRequest(address: address + path)
      #expect(try await fetcher.data(for: request).value().head.status == 200)
    }
  }

  private func address(in line: some StringProtocol) throws -> String {
    try JSONDecoder().decode(Listening.self, from: Data(line.utf8)).listening
  }

  @Test(
    "Answers all the same, and ends when it is told to, though its standard output is stuck",
    arguments: [("serve", "/health"), ("upstream", "/photos/1.jpg?width=16")]
  )
  func results(_ command: String, _ path: String) async throws {
    let program = try Program([command, "--port", "0", "--json"], writingTo: pipePath)
    var text = ""
    while !text.contains("\n") {
      text += String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
    }
    try fillPipe()
    try await get(path, of: try address(in: text), times: 40)
    program.terminate()
    #expect(try await program.exitCode() == 0)
  }

  @Test("Answers all the same, and ends when it is told to, though its log is stuck")
  func log() async throws {
    try fillPipe()
    let program = try Program(["serve", "--port", "0"], complainingTo: pipePath)
    let line = try await program.output.line(1)
    let address = try #require(line.firstMatch(of: /http:[^ ]+/)?.output)
    try await get("/health", of: String(address), times: 40)
    program.terminate()
    #expect(try await program.exitCode() == 0)
  }

  /// A pipe may be shared with a program that never waits for room in it: what did not fit was lost, and the command ended with 1.
  @Test("Waits for room in a pipe, whatever others have said of that")
  func neverBlocking() async throws {
    let reader = OutputReader()
    let writing = reader.pipe.fileHandleForWriting
    let descriptor = writing.fileDescriptor
    #expect(fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) == 0)
    reader.begin()
    let bytes = [UInt8](repeating: UInt8(ascii: "x"), count: 8 << 20)
    #expect(Output.failedWrite(bytes, to: descriptor) == nil)
    try writing.close()
    try await reader.end.wait()
    #expect(reader.text.utf8.count == bytes.count)
  }

  @Test("Has a line for everything that was answered before it ended", arguments: ["serve", "upstream"])
  func end(_ command: String) async throws {
    let program = try Program([command, "--port", "0", "--json"])
    let path = command == "serve" ? "/health" : "/photos/1.jpg?width=16"
    try await get(path, of: try address(in: try await program.output.line(1)), times: 40)
    program.terminate()
    #expect(try await program.exitCode() == 0)
    #expect(program.output.lines.count == 41)
  }

  @Test(
    "Answers where its output cannot be written, and ends with 1 and one sentence",
    .enabled(if: FileManager.default.isWritableFile(atPath: "/dev/full")),
    arguments: ["serve", "upstream"]
  )
  func full(_ command: String) async throws {
    let program = try Program([command, "--port", "0", "--json"], writingTo: "/dev/full")
    #expect(try await program.errors.line(1).hasPrefix("Standard output cannot be written: "))
    program.terminate()
    #expect(try await program.exitCode() == 1)
    #expect(program.errors.lines.count == 1)
  }
}
