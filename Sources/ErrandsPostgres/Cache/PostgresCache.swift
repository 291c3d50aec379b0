public import Errands
public import ErrandsLoading
public import Foundation

/// Bytes under keys, shared by all servers that have the same database, and made once by all of them together.
///
/// ```swift
/// let cache = PostgresCache(pool)
/// try await cache.prepare().value()
/// let cover = try await cache.value(for: "cover 7", make: rendered(7)).value()
/// ```
///
/// What is not there is made by the one server that has taken a lease for it; the others wait, and are woken by `NOTIFY`.
/// A server that dies gives up its lease by saying nothing for so long: another one makes it then. All that is by the
/// database's clock.
///
/// The cache is no point at which everything fails: while the database is away, refuses, or takes longer than two seconds to
/// answer, each server makes for itself what it has not, and shares that within itself.
public final class PostgresCache: SharedTier {
  /// What a cache is made with.
  public struct Configuration: Sendable {
    /// The names of its tables begin so: letters, digits and underscores. Default `errands_cache`.
    public var name = "errands_cache"
    /// How many bytes are kept; those that were not read for the longest time go. Default 1 GB.
    public var byteLimit: Int64 = 1_000_000_000
    /// How long a server that makes something may say nothing before another one makes it. Default 5 seconds.
    public var lease = Duration.seconds(5)
    /// How long the database is waited for: to make something anew seldom takes much longer. Default 2 seconds.
    package var patience = Duration.seconds(2)

    /// The defaults.
    public init() {}
  }

  /// As it was given when the cache was made.
  public let configuration: Configuration
  /// Where its tables are.
  public var address: PostgresAddress { pool.address }
  /// Why it does not hear now of what is made and purged at other processes; nil where it does, and before it has tried to.
  public var listeningError: PostgresError? { listener.error }

  private let pool: PostgresPool
  /// Runs of this process are one.
  private let flights = SingleFlight<Flight, Data>()
  private let waiting = CacheWaiters()
  private let leases: HeldLeases
  private let tables: CacheTables
  private let purges: CachePurges
  private let listener: PostgresListener

  private struct Flight: Sendable, Hashable {
    let key: String
    let round: Int
  }

  /// A cache over the tables that ``prepare()`` makes. It listens from now on, on a connection of its own.
  public init(_ pool: PostgresPool, configuration: Configuration = Configuration()) {
    self.pool = pool
    self.configuration = configuration
    tables = CacheTables(configuration)
    purges = CachePurges(pool, tables)
    leases = HeldLeases(pool, tables, every: configuration.lease / 3)
    let purging = CacheTables.purgeChannel(configuration.name)
    let unkept = CacheTables.unkeptChannel(configuration.name)
    listener = PostgresListener(pool.address, channels: [configuration.name, purging, unkept]) {
      [waiting, purges] event in
      switch event {
      case .notification(purging, _): purges.mayHaveNews()
      case .notification(unkept, let key): waiting.wake(key, .eachForItself)
      case .notification(_, let key): waiting.wake(key, .look)
      // What was told before may have been missed.
      case .mayHaveMissed:
        waiting.wakeAll()
        purges.mayHaveNews()
      case .lost: waiting.wakeAll()
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
  ///   - key: Of up to 2,000 bytes, without a zero byte. Under any other nothing is kept: it is made each time.
  ///   - lifetime: How long what is made is kept at most; nil, the default, for as long as there is room.
  /// - Returns: An errand that fails with what `make` fails with. Other servers that wait for the same try for themselves then,
  ///   all at once.
  public func value(for key: String, lifetime: Duration? = nil, make: Errand<Data>) -> Errand<Data> {
    value(for: key, make: make.map { SharedValue($0, lifetime: lifetime) })
  }

  /// The same, where it shows when it has been made for how long it may be kept.
  public func value(for key: String, make: Errand<SharedValue>) -> Errand<Data> {
    let work = CacheTables.takes(key) ? found(key, make) : make.map(\.data)
    // Which round it is shows as it begins: an errand that is kept may be run behind a purge.
    return .fromCallback("cache value") { [flights, purges] callback in
      flights.join(work, for: Flight(key: key, round: purges.round), callback)
    }
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

  /// Forgets what is under the keys that begin so; what is being made for them is not kept. Takes time linear in the number of
  /// entries.
  ///
  /// - Returns: How many there were.
  public func remove(prefix: String) -> Errand<Int> {
    pool.transaction("cache removal") { [tables] database in
      // Linear.
      database.answerLimit = nil
      return try tables.remove(where: .begins, prefix, in: database)
    }
  }

  /// Purges the answers of a part, here and at the caches that are attached at any process.
  ///
  /// Each process keeps in the folder of its cache how far it has followed, and carries out what it has missed when it is
  /// back; one that has missed more than a thousand purges everything. Takes time linear in the number of entries.
  ///
  /// Fails with ``PostgresError``, and nothing is purged then; but for ``PostgresError/commitUnknown(reason:)``, behind
  /// which it may be: purge it again.
  public func purge(_ part: CachePart) -> Errand<Void> { purges.purge(part) }

  /// Has a cache of this process purged of what is purged at any. Returns when it has been purged of what it has missed, or after
  /// five seconds; while the database is away at once, and it is purged when that is back. The cache is not kept alive by it.
  public func attach(_ cache: HTTPCache) async { await purges.attach(cache) }

  /// How many entries there are, and of how many bytes.
  public var statistics: Errand<(entries: Int, bytes: Int64)> {
    pool.work("cache statistics") { [tables] database in
      database.answerLimit = nil
      return try tables.statistics(in: database)
    }
  }

  // MARK: Parts

  private enum Step: Sendable {
    case found(Data)
    /// It is this server's to make.
    case mine
    /// Another server makes it, and has so many seconds left to say that it lives.
    case others(seconds: Double)
    /// Nobody can be asked.
    case alone
  }

  private func found(_ key: String, _ make: Errand<SharedValue>) -> Errand<Data> {
    Errand.success(()).flatMap { [self] in
      // It may be told before the answer is here that it has to be waited for: so it is listened for it from now on.
      let (ticket, lease) = (waiting.enter(key), CacheLease(key))
      return look(for: lease).flatMap { [self] step in
        switch step {
        case .found(let data): return .success(data)
        case .alone: return make.map(\.data)
        case .mine: return made(lease, make)
        case .others(let seconds):
          return ticket.woken(within: .seconds(max(0.01, seconds))).flatMap { [self] news in
            switch news {
            case .look: found(key, make)
            // One after the other, the last would wait as often as there are servers.
            case .eachForItself: make.map(\.data)
            }
          }
        }
      }
      .ensure { [self] in
        ticket.leave()
        if lease.end() { giveBack(lease) }
      }
    }
  }

  private func look(for lease: CacheLease) -> Errand<Step> {
    pool.work("cache look-up") { [self, tables] database -> Step in
      let look: CacheTables.Look
      do {
        look = try tables.look(for: lease, in: database)
      } catch {
        // The server may have noted it all the same, before it notices that nobody is there.
        if database.isAbandoned {
          _ = ContinuousClock().call(after: PostgresConnection.noticing) { self.giveBack(lease) }
        }
        throw error
      }
      guard look.isTaken else { return look.data.map(Step.found) ?? .others(seconds: look.others) }
      // Nobody wants it any more.
      guard lease.begin() else {
        giveBack(lease)
        return .alone
      }
      guard let data = look.data else { return .mine }
      if lease.end() { giveBack(lease) }
      return .found(data)
    }
    .timeout(after: configuration.patience)
    .recover { error in
      guard error is PostgresError || error is TimeoutError else { throw error }
      return .success(.alone)
    }
  }

  /// In a run of its own, for the one that has taken it may be cancelled: without it the others would wait until the lease has run
  /// out.
  ///
  /// - Parameter isHopeless: Whether each of the others is to try for itself.
  private func giveBack(_ lease: CacheLease, isHopeless: Bool = false) {
    pool.work { [tables] in try tables.giveBack(lease, eachForItself: isHopeless, in: $0) }
      .timeout(after: configuration.patience).run()
  }

  /// Made under the lease, which is renewed meanwhile, and given back with what was made.
  private func made(_ lease: CacheLease, _ make: Errand<SharedValue>) -> Errand<Data> {
    leases.hold(lease)
    let followed = purges.followed
    let tried = make.recover { [self] error in
      // One after the other, the last server would wait for the failures of all the others.
      if !(error is CancellationError), lease.end() { giveBack(lease, isHopeless: true) }
      throw error
    }
    return tried.flatMap { [pool, tables, configuration] made in
      // What is fetched is not made of what this process has kept for itself, and may not have purged yet.
      let purged = made.isFirstHand ? .max : followed
      return pool.work("cache write") { try tables.finish(lease, made, followed: purged, in: $0) }
        .timeout(after: configuration.patience)
        .map { _ = lease.end() }
        // What cannot be kept has been made all the same.
        .recover { _ in .success(()) }
        .map { made.data }
    }
  }
}
