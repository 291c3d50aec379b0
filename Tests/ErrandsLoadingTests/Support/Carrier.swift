import ErrandsAsyncHTTPClient
import ErrandsLoading
import Testing

/// The transports that the loader's promises are held against.
enum Carrier: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case asyncHTTPClient
  case urlSession

  var testDescription: String { rawValue }

  /// One that may connect to the upstream on loopback, unless the guard says otherwise.
  func transport(_ addressGuard: AddressGuard = AddressGuard(allowsPrivate: true)) -> any Transport {
    switch self {
    case .asyncHTTPClient:
      var configuration = AsyncHTTPClientTransport.Configuration()
      configuration.addressGuard = addressGuard
      configuration.connectionsPerHost = 64
      return AsyncHTTPClientTransport(configuration: configuration)
    case .urlSession:
      return URLSessionTransport(addressGuard: addressGuard)
    }
  }

  /// Whether a reader who stops reading stops the sender. URLSession can do that on Apple's platforms only.
  var hasBackPressure: Bool {
    #if canImport(FoundationNetworking)
      self == .asyncHTTPClient
    #else
      true
    #endif
  }
}
