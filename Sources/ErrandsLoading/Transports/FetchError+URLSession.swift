import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension FetchError {
  /// URLSession's errors as ``FetchError``; cancellation stays cancellation.
  static func mapping(_ error: any Error, of url: URL, afterHead: Bool) -> any Error {
    guard let error = error as? URLError else { return system(error, of: url) }
    #if canImport(FoundationNetworking)
      if let failure = curlFailure(error, of: url, afterHead: afterHead) { return failure }
    #endif
    switch error.code {
    case .cancelled: return CancellationError()
    case .timedOut: return FetchError(url, .cannotConnect(reason: "it does not answer"))
    case .cannotFindHost, .dnsLookupFailed: return FetchError(url, .hostNotFound)
    case .cannotConnectToHost: return FetchError(url, .cannotConnect(reason: "the connection was refused"))
    case .networkConnectionLost: return FetchError(url, .connectionLost)
    case .badServerResponse, .cannotParseResponse:
      return FetchError(url, .malformedResponse(reason: error.localizedDescription))
    case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid:
      return FetchError(url, .notSecure(reason: error.localizedDescription))
    default: return FetchError(url, .transport(reason: error.localizedDescription))
    }
  }

  /// On Apple's platforms a connection that is taken away under it ends with the system's own error.
  private static func system(_ error: any Error, of url: URL) -> FetchError {
    let code = (error as NSError).domain == NSPOSIXErrorDomain ? Int32((error as NSError).code) : 0
    let isLost = [ECONNABORTED, ECONNRESET, ENOTCONN, EPIPE].contains(code)
    return FetchError(url, isLost ? .connectionLost : .transport(reason: error.reason))
  }

  #if canImport(FoundationNetworking)
    /// Where Foundation stands on libcurl it gives some failures the code of another, or none.
    private static func curlFailure(_ error: URLError, of url: URL, afterHead: Bool) -> FetchError? {
      switch error.code {
      case .badServerResponse: FetchError(url, .connectionLost)  // an empty reply
      // HTTP/0.9
      case .unsupportedURL: FetchError(url, .malformedResponse(reason: error.localizedDescription))
      case .unknown where afterHead: FetchError(url, .connectionLost)  // the body was cut off
      default: nil
      }
    }
  #endif
}
