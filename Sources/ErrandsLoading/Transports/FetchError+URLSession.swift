import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension FetchError {
  /// URLSession's errors in our words; cancellation stays cancellation.
  static func mapping(_ error: any Error, of url: URL) -> any Error {
    guard let error = error as? URLError else { return error }
    switch error.code {
    case .cancelled: return CancellationError()
    case .timedOut: return FetchError.cannotConnect(url, reason: "it does not answer")
    case .cannotFindHost, .dnsLookupFailed: return FetchError.hostNotFound(url)
    case .cannotConnectToHost: return FetchError.cannotConnect(url, reason: "the connection was refused")
    case .networkConnectionLost: return FetchError.connectionLost(url)
    case .badServerResponse, .cannotParseResponse:
      return FetchError.malformedResponse(url, reason: error.localizedDescription)
    case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid:
      return FetchError.notSecure(url, reason: error.localizedDescription)
    default: return FetchError.transport(url, reason: error.localizedDescription)
    }
  }
}
