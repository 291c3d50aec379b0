import ErrandsTesting
import Foundation

/// Reads one stream of a program's output, on a thread of its own.
///
/// Not by a `readabilityHandler`: now and then its dispatch source outlived the pipe, and libdispatch crashed
/// the test.
final class OutputReader: Sendable {
  let pipe = Pipe()
  let end = Gate()
  private let chunks = Events<Data>()
  /// Closed to make the reader leave.
  private let departure = Pipe()

  func begin() {
    Thread.detachNewThread { [self] in
      read()
      try? pipe.fileHandleForReading.close()
      end.open()
    }
  }

  /// Closes the reading end, as `head` does once it has had enough.
  func leave() async throws {
    try departure.fileHandleForWriting.close()
    try await end.wait()
  }

  private func read() {
    let output = pipe.fileHandleForReading
    var sources = [output, departure.fileHandleForReading].map { handle in
      pollfd(fd: handle.fileDescriptor, events: Int16(POLLIN), revents: 0)
    }
    while poll(&sources, 2, -1) > 0 || errno == EINTR {
      guard sources[1].revents == 0 else { return }
      guard sources[0].revents != 0 else { continue }
      let data = output.availableData
      guard !data.isEmpty else { return }
      chunks.record(data)
    }
  }

  var text: String { String(decoding: chunks.all.reduce(Data(), +), as: UTF8.self) }

  var lines: [String] { text.split(separator: "\n").map(String.init) }

  /// The line with this number, counted from 1, once it has been written whole.
  func line(_ number: Int) async throws -> String {
    var seen = 0
    while text.components(separatedBy: "\n").count <= number {
      seen += 1
      _ = try await chunks.event(seen)
    }
    return lines[number - 1]
  }
}
