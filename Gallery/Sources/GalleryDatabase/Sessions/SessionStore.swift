/// Where several servers know of the sessions that are open. Each is named by what is known of its token, which is not the
/// token: who reads the store cannot use it.
///
/// All of it throws ``LibraryError`` where the store cannot be asked.
public protocol SessionStore: Sendable {
  /// Begins a session. Where there are more than there may be, the one that went unused longest ends.
  func begin(_ id: String, within limits: SessionLimits) async throws

  /// Which of these are open.
  ///
  /// - Parameter isUse: Whether that uses them.
  func open(among ids: [String], isUse: Bool, within limits: SessionLimits) async throws -> Set<String>

  /// Ends all of them, on every server.
  func end(_ ids: [String]) async throws

  /// What has ended since, whoever ended it; `nil` where something may have been missed, as at the beginning.
  func ends() -> AsyncStream<String?>
}

/// How long sessions last, and how many there are.
public struct SessionLimits: Sendable, Hashable {
  /// How long a session may last, however much it is used. Default 30 days.
  public var lifetime: Duration
  /// How long one may go unused. Default a week.
  public var idle: Duration
  /// How many there may be; with one more, the one that went unused longest ends. Default 1,024.
  public var count: Int

  /// Limits, of which each has its default.
  public init(
    lifetime: Duration = .seconds(30 * 86_400),
    idle: Duration = .seconds(7 * 86_400),
    count: Int = 1024
  ) {
    self.lifetime = lifetime
    self.idle = idle
    self.count = count
  }
}
