import ErrandsAsyncHTTPClient
import ErrandsLoading
import ErrandsUpstream
import Foundation

/// Runs a snippet with a fetcher and an upstream that answers everything in the same way, and stops the upstream
/// afterwards, however the snippet ends.
func withLoader(
  _ change: (inout Fetcher.Configuration) -> Void = { _ in },
  respond: @escaping @Sendable (RecordedRequest) async throws -> Script = { _ in .json("{}") },
  _ snippet: (Fetcher, ScriptedUpstream) async throws -> Void
) async throws {
  var configuration = Fetcher.Configuration()
  change(&configuration)
  let upstream = try await ScriptedUpstream.start(respond: respond)
  do {
    try await snippet(Fetcher(transport: loopback(), configuration: configuration), upstream)
    await upstream.stop()
  } catch {
    await upstream.stop()
    throw error
  }
}

/// A transport that may talk to this machine, where the upstream is.
func loopback() -> AsyncHTTPClientTransport {
  var configuration = AsyncHTTPClientTransport.Configuration()
  configuration.addressGuard = AddressGuard(allowsPrivate: true)
  return AsyncHTTPClientTransport(configuration: configuration)
}

/// Runs a snippet with a folder of its own, which is gone afterwards.
func withFolder(_ snippet: (String) async throws -> Void) async throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: "errands-\(UUID().uuidString)")
  defer { try? FileManager.default.removeItem(at: folder) }
  try await snippet(folder.path(percentEncoded: false))
}
