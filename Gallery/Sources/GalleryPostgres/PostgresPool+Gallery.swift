import ErrandsPostgres
import Foundation
import GalleryDatabase

/// What Gallery asks of the database that its servers share. What goes wrong is told as ``LibraryError``, whatever was asked.
extension PostgresPool {
  /// Reads, each statement as of a moment of its own.
  func read<Value: Sendable>(
    _ work: @escaping @Sendable (PostgresConnection) throws -> Value
  ) async throws -> Value {
    try await explained { try await self.work("gallery", work).value() }
  }

  /// Reads as of one moment.
  func readAtOnce<Value: Sendable>(
    _ work: @escaping @Sendable (PostgresConnection) throws -> Value
  ) async throws -> Value {
    try await write { database in
      try database.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
      return try work(database)
    }
  }

  /// Does the work in one transaction, of which everything is kept or nothing.
  func write<Value: Sendable>(
    _ work: @escaping @Sendable (PostgresConnection) throws -> Value
  ) async throws -> Value {
    try await explained { try await transaction("gallery", work).value() }
  }

  /// What is told on a channel, and nil where something may have been missed, as at the beginning.
  ///
  /// - Parameters:
  ///   - count: How much of it is kept for one who is busy: the newest.
  ///   - lost: Knows of it when nothing is heard.
  func listen<News: Sendable>(
    to channel: String,
    keeping count: Int,
    noting lost: LostListeners,
    _ news: @escaping @Sendable (String?) -> News
  ) -> AsyncStream<News> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: News.self,
      bufferingPolicy: .bufferingNewest(count)
    )
    let listener = lost.note(
      PostgresListener(address, channels: [channel]) { event in
        switch event {
        case .mayHaveMissed: continuation.yield(news(nil))
        case .notification(_, let text): continuation.yield(news(text))
        case .lost: break
        }
      }
    )
    // The listener lives as long as somebody listens.
    continuation.onTermination = { _ in withExtendedLifetime(listener) {} }
    return stream
  }

  func explained<Value: Sendable>(_ work: () async throws -> Value) async throws -> Value {
    do {
      return try await work()
    } catch let error as PostgresError {
      throw LibraryError(error, at: address)
    } catch let error as PostgresMigration.Mismatch {
      if case .newer = error { throw LibraryError.newer("\(address)") }
      throw LibraryError.unusable("\(address)", reason: "\(error)")
    }
  }
}

extension LibraryError {
  init(_ error: PostgresError, at address: PostgresAddress) {
    let path = "\(address)"
    switch error {
    case _ where error.isAbsence: self = .away(path, reason: "\(error)")
    // No room on the disk, or in the memory that locks have.
    case .server(let refusal) where refusal.state.hasPrefix("53"): self = .full(path)
    case .server(let refusal) where ["XX001", "XX002"].contains(refusal.state):
      self = .damaged(path, reason: refusal.message)
    case .server(let refusal) where refusal.state == "42501":
      let advice = "make its role the owner of the database, or give it an owner's rights"
      self = .unusable(path, reason: "\(refusal.message); \(advice)")
    case .server(let refusal) where refusal.state == "3F000":
      self = .unusable(path, reason: "\(refusal.message); let its search_path name a schema that is there")
    default: self = .unusable(path, reason: "\(error)")
    }
  }
}

extension PostgresValue {
  /// A text from outside. The database takes no zero bytes in one.
  static func kept(_ text: String) -> PostgresValue { .text(plain(text)) }

  /// The same for several.
  static func kept(_ texts: [String]) -> PostgresValue { .texts(texts.map(plain)) }

  /// Without zero bytes.
  static func plain(_ text: String) -> String { text.replacing("\0", with: "\u{FFFD}") }

  /// The database's clock, in seconds since 1970, in a query.
  static let now = "extract(epoch FROM clock_timestamp())::double precision"
}
