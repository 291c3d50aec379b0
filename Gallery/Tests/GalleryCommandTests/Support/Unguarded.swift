import ErrandsAsyncHTTPClient
import ErrandsLoading

extension AsyncHTTPClientTransport {
  /// One that may reach loopback, where the programs under test listen.
  static func unguarded() -> AsyncHTTPClientTransport {
    var configuration = Configuration()
    configuration.addressGuard.allowsPrivate = true
    return AsyncHTTPClientTransport(configuration: configuration)
  }
}

extension Fetcher {
  /// One that may reach loopback.
  static func unguarded() -> Fetcher { Fetcher(transport: AsyncHTTPClientTransport.unguarded()) }
}
