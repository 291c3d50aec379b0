/// Changes requests on their way out, and has a say in what follows a failure. A fetcher asks its interceptors in their order.
public protocol FetchInterceptor: Sendable {
  /// The request as it is to be sent: called for each try of a load, which may wait here for as long as its deadline allows.
  ///
  /// Loads of the same thing share one try, and so one call of this: what differs from one user to the other, such as a credential
  /// of the user whom a task-local value names, has to be in the request's fields or in its ``FetchRequest/key`` before.
  ///
  /// The load may have its place among those in flight already (``Fetcher/Configuration/admission``): one that loads something in
  /// here does so past that admission, or the two may wait for each other.
  ///
  /// - Parameters:
  ///   - request: As the load asked for it, with what is needed to go on with a body that broke off.
  ///   - number: Of the try, from 1.
  /// - Throws: What ends the load, unless it is a ``FetchError`` that is tried again.
  func adapt(_ request: FetchRequest, try number: Int) async throws -> FetchRequest

  /// What follows a failed try. Never asked once the load is cancelled. The first interceptor that has an opinion decides.
  ///
  /// - Throws: What the load ends with in place of the error.
  func decide(on failure: FailedTry) async throws -> RetryDecision
}

extension FetchInterceptor {
  /// The request as it is.
  public func adapt(_ request: FetchRequest, try number: Int) async throws -> FetchRequest { request }

  /// As usual.
  public func decide(on failure: FailedTry) async throws -> RetryDecision { .asUsual }
}

/// A try of a load that failed.
public struct FailedTry: Sendable {
  /// Why.
  public let error: FetchError
  /// What the load asked for.
  public let request: FetchRequest
  /// What was sent for it, before any redirect: adapted by the interceptors.
  public let sent: FetchRequest
  /// How the tries before it failed, in order.
  public let earlier: [FetchError]
}

/// What follows a failed try of a load.
public enum RetryDecision: Sendable, Hashable {
  /// What the fetcher's policy says.
  case asUsual
  /// Another try after this time, whatever the policy says; not where the request's body can be read once only.
  case retry(after: Duration)
  /// The load fails.
  case fail
}
