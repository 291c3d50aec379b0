import Foundation
import GalleryDatabase
import GalleryJobs
import Synchronization
import Testing

#if POSTGRES
  import GalleryPostgres
#endif

/// What batches can be kept in. The tests of the protocol are run with each: another implementation is a case here, and
/// has no tests of its own but for what it alone can do.
enum BatchStores: String, CaseIterable, Sendable {
  case sqlite
  #if POSTGRES
    case postgres
  #endif

  /// Runs a test with an empty store, and a clock that stands still.
  func with(_ test: (any BatchStore, TestTime) async throws -> Void) async throws {
    let time = TestTime()
    switch self {
    case .sqlite:
      try await withLibrary { library in try await test(SQLiteBatchStore(library, now: { time.now }), time) }
    #if POSTGRES
      case .postgres:
        try await withPostgresLibrary { library in
          try await test(PostgresBatchStore(library.pool, now: { time.now }), time)
        }
    #endif
    }
  }
}

/// A clock on the wall that is set by hand.
final class TestTime: Sendable {
  private let seconds = Mutex(1_000_000.0)

  var now: Date { Date(timeIntervalSince1970: seconds.withLock { $0 }) }

  /// Also backwards, as people and time servers do.
  func advance(by change: Double) { seconds.withLock { $0 += change } }
}

extension BatchLimits {
  static let usual = BatchLimits(running: 100, runningOfOne: 100)
}

extension BatchStore {
  /// Keeps a batch of so many members, and gives its name.
  @discardableResult
  func add(
    _ id: String,
    _ count: Int,
    for client: String? = nil,
    style: JobStyle = .group,
    within limits: BatchLimits = .usual
  ) async throws -> String {
    let order = BatchOrder(
      id: id,
      addresses: (0..<count).map { "/\(id)/\($0)" },
      style: style,
      timeLimit: .seconds(60),
      client: client
    )
    try await create(order, within: limits)
    return id
  }

  func take(_ count: Int = .max, for worker: BatchWorker, except others: Set<String> = []) async throws
    -> BatchWork?
  {
    try await take(upTo: count, for: worker, except: others)
  }

  /// Records that members have succeeded.
  @discardableResult
  func succeed(_ indices: some Sequence<Int>, of id: String) async throws -> BatchNews {
    try await record(indices.map { .succeeded($0, of: id) })
  }
}

extension BatchOutcome {
  static func succeeded(_ index: Int, of id: String) -> BatchOutcome {
    BatchOutcome(
      batch: id,
      member: PhotoMember(index: index, url: "/\(id)/\(index)", status: .succeeded, bytes: 10)
    )
  }

  static func failed(_ index: Int, of id: String, _ error: String = "No.") -> BatchOutcome {
    BatchOutcome(
      batch: id,
      member: PhotoMember(index: index, url: "/\(id)/\(index)", status: .failed, error: error)
    )
  }
}

extension BatchNews {
  /// What is told, in words: `a 0 succeeded`, or `a end`.
  var words: [String] {
    entries.map { entry in
      switch entry.what {
      case .member(let member): "\(entry.batch) \(member.index) \(member.status.rawValue)"
      case .end: "\(entry.batch) end"
      }
    }
  }
}
