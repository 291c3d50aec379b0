import Foundation

/// The server to load from, in a process of its own: see `Upstream`. It ends with this object.
final class UpstreamProcess {
  let url: URL
  private let process: Process
  private let input: Pipe

  /// Starts it; it lies beside this program.
  init() throws {
    (process, input) = (Process(), Pipe())
    let output = Pipe()
    process.executableURL = Bundle.main.executableURL?.deletingLastPathComponent().appending(path: "Upstream")
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard let port = Int(line.trimmingCharacters(in: .whitespacesAndNewlines)),
      let url = URL(string: "http://127.0.0.1:\(port)")
    else { throw CocoaError(.executableLoad) }
    self.url = url
  }

  /// So many addresses of small bodies.
  func addresses(_ count: Int) -> [URL] { (0..<count).map { url.appending(path: "file/\($0)") } }

  deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }
}
