import Errands
import ErrandsTesting
import ErrandsUpstream
import Foundation

@testable import ErrandsLoading

/// A file to be downloaded, in which each thousand bytes are others than those before.
enum TestFile {
  static func bytes(_ count: Int = 1_000, seed: UInt8 = 1) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) ^ seed }
  }

  static func data(_ count: Int = 1_000, seed: UInt8 = 1) -> Data { Data(bytes(count, seed: seed)) }

  static func digest(_ count: Int = 1_000, seed: UInt8 = 1) -> String {
    var digest = Digest()
    digest.update(data(count, seed: seed))
    return digest.hexadecimal
  }

  /// When it was changed last.
  static let modified = Date(timeIntervalSince1970: 784_111_777)

  /// As an origin server has it.
  static func served(_ count: Int = 1_000, tag: String? = "\"a\"", seed: UInt8 = 1) -> ServedFile {
    ServedFile(bytes(count, seed: seed), entityTag: tag, lastModified: modified)
  }
}

extension TemporaryFolder {
  func path(_ name: String) -> String { path + "/" + name }

  /// When the file was changed last.
  func modified(_ name: String) throws -> Date? {
    try FileManager.default.attributesOfItem(atPath: path(name))[.modificationDate] as? Date
  }

  func destination(_ name: String = "a.bin", existing: Destination.ExistingFile = .replace) -> Destination {
    Destination(file: path(name), existing: existing)
  }
}

extension Fetcher {
  /// A download whose events are told.
  func download(
    _ url: URL,
    to destination: Destination,
    _ options: DownloadOptions = .digesting,
    events: Events<DownloadEvent> = Events()
  ) async -> Result<DownloadedFile, any Error> {
    await download(FetchRequest(url), to: destination, options: options) { events.record($0) }.outcome()
  }
}

extension DownloadOptions {
  /// The defaults, and it is told what the digest is.
  static var digesting: DownloadOptions {
    var options = DownloadOptions()
    options.computesSHA256 = true
    return options
  }
}

extension Fetcher.Configuration {
  /// Three further tries without a wait before them.
  mutating func triesAgain() { retry = RetryPolicy(retries: 3, base: .zero) }
}

extension Errand {
  /// Begins it, and records its progress.
  func begun(_ progress: Events<RunProgress>, in scope: Scope? = nil) -> Run<Value> {
    begin(in: scope) { run in run.onProgress(on: .immediate) { progress.record($0) } }
  }
}

extension VirtualClock {
  /// Moves the time on, a step whenever so many sleep, until the work is done.
  func drive<Answer: Sendable>(
    by step: Duration,
    sleepers count: Int = 1,
    _ work: @escaping @Sendable () async throws -> Answer
  ) async throws -> Answer {
    try await withThrowingTaskGroup(of: Answer?.self) { group in
      group.addTask { try await work() }
      group.addTask { [self] in
        while !Task.isCancelled {
          try await sleepers(atLeast: count)
          advance(by: step)
          await Task.yield()
        }
        return nil
      }
      defer { group.cancelAll() }
      guard let first = try await group.next(), let answer = first else { throw CancellationError() }
      return answer
    }
  }
}
