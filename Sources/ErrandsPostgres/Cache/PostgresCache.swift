public import Errands
public import Foundation

/// Bytes under keys, shared by all servers that have the same database, and made once by all of them together.
///
/// ```swift
/// let cache = try PostgresCache(pool)
/// try await cache.prepare().value()
/// let cover = try await cache.value(for: "cover 7", make: rendered(7)).value()
/// ```
///
/// What is not there is made by the one server that has taken a lease for it; the others wait, and are woken by `NOTIFY`.
/// A server that dies gives up its lease by saying nothing for so long: another one makes it then. All that is by the
/// database's clock.
///
/// The cache is no point at which everything fails: while the database is away, each server makes for itself what it has
/// not, and shares that within itself.
public final class PostgresCache: Sendable {
  /// What a cache is made with.
  public struct Configuration: Sendable {
    /// The names of its tables begin so: letters, digits and underscores. Default `errands_cache`.
    public var name = "errands_cache"
    /// How many bytes are kept; those that were not read for the longest time go. Default 1 GB.
    public var byteLimit: Int64 = 1_000_000_000
    /// How long a server that makes something may say nothing before another one makes it. Default 5 seconds.
    public var lease = Duration.seconds(5)

    /// The defaults.
    public init() {}
  }

  /// As it was given when the cache was made.
  public let configuration: Configuration
  /// Where its tables are.
  public var address: PostgresAddress { pool.address }

  private let pool: PostgresPool
  /// Runs of this process are one.
  private let flights = SingleFlight<String, Data>()
  private let waiting = CacheWaiters()
  private let listener: PostgresListener
  /// Tells this process from all others.
  private let holder = UUID().uuidString

  /// - Throws: ``PostgresError`` where no thread can be had that listens.
  public init(_ pool: PostgresPool, configuration: Configuration = Configuration()) throws(PostgresError) {
    self.pool = pool
    self.configuration = configuration
    listener = try PostgresListener(pool.address, channels: [configuration.name]) { [waiting] event in
      switch event {
      case .notification(_, let key): waiting.wake(key)
      // What was told before may have been missed.
      case .mayHaveMissed, .lost: waiting.wakeAll()
      }
    }
  }

  /// Makes the tables, where they are not there.
  public func prepare() -> Errand<Void> {
    pool.migrate(CacheTables.steps(configuration.name), in: configuration.name + "_migration")
  }

  /// What is under a key, or what `make` gives, which is kept then.
  ///
  /// - Parameters:
  ///   - key: Of up to 2,000 bytes.
  ///   - lifetime: How long what is made is kept at most; nil, the default, for as long as there is room.
  /// - Returns: An errand that fails with what `make` fails with. Others that wait for the same try for themselves then.
  public func value(for key: String, lifetime: Duration? = nil, make: Errand<Data>) -> Errand<Data> {
    flights.share(found(key, lifetime, make), for: key)
  }

  /// What is under a key; nil where nothing is.
  public func value(for key: String) -> Errand<Data?> {
    pool.work("cache read") { [tables] database in try tables.read(key, in: database) }
  }

  /// Keeps bytes under a key, in the place of those that were there.
  public func store(_ data: Data, for key: String, lifetime: Duration? = nil) -> Errand<Void> {
    pool.transaction("cache write") { [tables] database in try tables.write(data, key, lifetime, in: database)
    }
  }

  /// Forgets what is under the keys that begin so.
  ///
  /// - Returns: How many there were.
  public func remove(prefix: String) -> Errand<Int> {
    pool.transaction("cache purge") { [tables] database in try tables.remove(prefix, in: database) }
  }

  /// How many entries there are, and of how many bytes.
  public var statistics: Errand<(entries: Int, bytes: Int64)> {
    pool.work("cache statistics") { [tables] database in try tables.statistics(in: database) }
  }

  // MARK: Parts

  private var tables: CacheTables { CacheTables(configuration) }

  private enum Step: Sendable {
    case found(Data)
    /// It is this server's to make.
    case mine
    /// Another server makes it, and has so many seconds left to say that it lives.
    case others(seconds: Double)
    /// Nobody can be asked.
    case alone
  }

  private func found(_ key: String, _ lifetime: Duration?, _ make: Errand<Data>) -> Errand<Data> {
    Errand.success(()).flatMap { [self] in
      // It may be told before the answer is here that it has to be waited for: so it is listened for it from now on.
      let ticket = waiting.enter(key)
      return look(key).flatMap { [self] step in
        switch step {
        case .found(let data): return .success(data)
        case .alone: return make
        case .mine: return made(key, lifetime, make)
        case .others(let seconds):
          return ticket.woken(within: .seconds(max(0.01, seconds))).flatMap { [self] in
            found(key, lifetime, make)
          }
        }
      }
      .ensure { ticket.leave() }
    }
  }

  private func look(_ key: String) -> Errand<Step> {
    pool.transaction("cache look-up") { [tables, holder] database -> Step in
      if let data = try tables.read(key, in: database) { return .found(data) }
      if let left = try tables.take(key, for: holder, in: database) { return .others(seconds: left) }
      // It may have been made, and the lease given back, between the two.
      guard let data = try tables.read(key, in: database) else { return .mine }
      try tables.giveBack(key, of: holder, in: database)
      return .found(data)
    }
    .recover { error in
      guard let error = error as? PostgresError, error.isAbsence else { throw error }
      return .success(.alone)
    }
  }

  /// Made under the lease, which is renewed meanwhile, and given back at the end.
  private func made(_ key: String, _ lifetime: Duration?, _ make: Errand<Data>) -> Errand<Data> {
    Errand("cache \(key)") { [self] in
      let scope = Scope()
      defer { scope.cancel() }
      renewing(key).run(in: scope)
      do {
        let data = try await make.value()
        // What cannot be kept has been made all the same.
        try? await pool.transaction { [tables, holder] database in
          try tables.write(data, key, lifetime, in: database)
          try tables.giveBack(key, of: holder, in: database)
        }.value()
        return data
      } catch {
        // Begun anew, for this task may be cancelled: without it the others would wait until the lease has run out.
        pool.work { [tables, holder] database in try tables.giveBack(key, of: holder, in: database) }.run()
        throw error
      }
    }
  }

  private func renewing(_ key: String) -> Errand<Void> {
    Errand("lease of \(key)") { [self] in
      while !Task.isCancelled {
        try await Task.sleep(for: configuration.lease / 3)
        // One that fails is made up for by the next.
        try? await pool.work { [tables, holder] database in
          try tables.renew(key, of: holder, in: database)
        }.value()
      }
    }
  }
}
