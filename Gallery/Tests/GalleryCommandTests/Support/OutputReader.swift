import ErrandsTesting
import Foundation

/// Reads one stream of a program's output, without blocking a thread of the test.
final class OutputReader: Sendable {
  let pipe = Pipe()
  let end = Gate()
  private let chunks = Events<Data>()

  func begin() {
    pipe.fileHandleForReading.readabilityHandler = { [chunks, end] handle in
      let data = handle.availableData
      guard !data.isEmpty else {
        handle.readabilityHandler = nil
        return end.open()
      }
      chunks.record(data)
    }
  }

  /// Closes the reading end, as `head` does once it has had enough.
  func leave() {
    pipe.fileHandleForReading.readabilityHandler = nil
    try? pipe.fileHandleForReading.close()
    end.open()
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
