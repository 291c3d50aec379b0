import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension FetchError {
  /// URLSession's errors as ``FetchError``; cancellation stays cancellation.
  static func mapping(_ error: any Error, of url: URL, afterHead: Bool) -> any Error {
    guard let error = error as? URLError else { return error }
    #if canImport(FoundationNetworking)
      if let failure = curlFailure(error, of: url, afterHead: afterHead) { return failure }
    #endif
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

  #if canImport(FoundationNetworking)
    /// Where Foundation stands on libcurl it gives some failures the code of another, or none.
    private static func curlFailure(_ error: URLError, of url: URL, afterHead: Bool) -> FetchError? {
      switch error.code {
      case .badServerResponse: .connectionLost(url)  // an empty reply
      case .unsupportedURL: .malformedResponse(url, reason: error.localizedDescription)  // HTTP/0.9
      case .unknown where afterHead: .connectionLost(url)  // the body was cut off
      default: nil
      }
    }
  #endif
}
