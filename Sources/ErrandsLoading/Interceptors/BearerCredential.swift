import Errands
import Foundation

/// Sends a token with each request, and gets a new one where a server refuses it with 401 (RFC 6750): one refresh for all
/// loads that are refused at once. Each load is repeated once with the new token; where that is refused, too, or where the
/// refresh fails, the load fails.
///
/// ```swift
/// var configuration = Fetcher.Configuration()
/// configuration.interceptors = [BearerCredential(hosts: ["api.example.com"]) { _ in try await signIn() }]
/// ```
public final class BearerCredential: FetchInterceptor {
  private let hosts: Set<String>
  private let allowsPlain: Bool
  private let token: Lock<String?>
  private let refresh: @Sendable (_ refused: String?) async throws -> String
  /// By the token that was refused.
  private let refreshes = SingleFlight<String?, String>()

  /// A credential for requests to these hosts, and to no others, that have no `Authorization` of their own.
  ///
  /// - Parameters:
  ///   - hosts: Names, without regard to case.
  ///   - allowsPlain: Whether it also goes over `http`, where everybody on the way can read it (RFC 6750, section 5.3). Default
  ///     false: to this machine alone.
  ///   - token: To begin with. Default nil: one is got when it is first needed.
  ///   - refresh: Gets a token in place of the one that was refused, or of none. What it loads must not need this credential.
  ///     Where it throws, that is what the loads end with that wait for it.
  public init(
    hosts: Set<String>,
    allowsPlain: Bool = false,
    token: String? = nil,
    refresh: @escaping @Sendable (_ refused: String?) async throws -> String
  ) {
    self.hosts = Set(hosts.map { $0.lowercased() })
    self.allowsPlain = allowsPlain
    self.token = Lock(token)
    self.refresh = refresh
  }

  /// The request with the token, where it goes to one of the hosts and has no `Authorization` of its own. Waits for a token
  /// where there is none yet.
  ///
  /// - Throws: What the refresh throws; `CancellationError` where the load is cancelled meanwhile.
  public func adapt(_ request: FetchRequest, try number: Int) async throws -> FetchRequest {
    guard isMeant(request) else { return request }
    var request = request
    var text = token.withLock { $0 }
    if text == nil { text = try await token(insteadOf: nil) }
    request.fields["Authorization"] = text.map { "Bearer " + $0 }
    return request
  }

  /// Another try at once, with a new token, where the server refused the one that was sent with 401; the end of the load where
  /// it refuses that, too; for anything else what the policy says.
  ///
  /// - Throws: What the refresh throws; `CancellationError` where the load is cancelled meanwhile.
  public func decide(on failure: FailedTry) async throws -> RetryDecision {
    guard failure.error.isUnauthorized, isMeant(failure.request), let refused = sentToken(of: failure) else {
      return .asUsual
    }
    // Not any before: a download may be longer than one token lives.
    guard failure.earlier.last?.isUnauthorized != true else { return .fail }
    _ = try await token(insteadOf: refused)
    return .retry(after: .zero)
  }

  /// What the server that refused was sent; nil where that was nothing: where the request was not sent at all, as a refresh
  /// failed in its place, or where it was redirected to another origin, which gets no token.
  private func sentToken(of failure: FailedTry) -> String? {
    guard failure.error.url?.origin == failure.sent.url.origin else { return nil }
    return failure.sent.fields["Authorization"].map { String($0.dropFirst("Bearer ".count)) }
  }

  private func token(insteadOf refused: String?) async throws -> String {
    let errand = Errand("refreshing a credential") { [self] in
      // Another load may have got a new one meanwhile. Looked at in here, where no other refresh can come between.
      if let text = token.withLock({ $0 }), text != refused { return text }
      let text = try await refresh(refused)
      token.withLock { $0 = text }
      return text
    }
    LoadPlace.current?.leave()
    return try await refreshes.share(errand, for: refused).value()
  }

  private func isMeant(_ request: FetchRequest) -> Bool {
    guard let host = request.url.host?.lowercased(), request.fields["Authorization"] == nil else {
      return false
    }
    let isSecret = request.url.scheme?.lowercased() == "https" || Self.ownHosts.contains(host)
    return hosts.contains(host) && (isSecret || allowsPlain)
  }

  /// What is sent to them stays on this machine.
  private static let ownHosts: Set = ["localhost", "127.0.0.1", "::1"]
}

extension FetchError {
  fileprivate var isUnauthorized: Bool {
    if case .status(401, _) = cause { true } else { false }
  }
}
