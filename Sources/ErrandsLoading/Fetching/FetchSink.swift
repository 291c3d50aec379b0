import Errands
import Foundation

/// Where a load puts what arrives. Each call is awaited before more is read, which is the back-pressure.
struct FetchSink: Sendable {
  /// Whether a body that broke off may begin anew; `begin` is then called again. Not so where chunks have been
  /// handed on to a consumer that cannot take them back.
  let mayRestart: Bool
  let begin: @Sendable (FetchHead) async throws -> Void
  /// What comes goes on behind so many bytes.
  var proceed: @Sendable (FetchHead, Int64) -> Void = { _, _ in }
  /// There is no body: what the request knows of still holds, as this head says.
  var unchanged: @Sendable (FetchHead) async throws -> Void = { _ in }
  let take: @Sendable (Data) async throws -> Void
}
