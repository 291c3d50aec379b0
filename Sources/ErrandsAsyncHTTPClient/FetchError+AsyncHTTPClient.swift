import AsyncHTTPClient
import ErrandsLoading
import Foundation
import NIOCore
import NIOHTTP1
import NIOHTTP2
import NIOHTTPCompression
import NIOPosix
import NIOSSL

extension FetchError {
  /// The errors of AsyncHTTPClient, and of what lies under it, as `FetchError`; the cancellation of the task stays that.
  static func mapping(_ error: any Error, of url: URL) -> any Error {
    switch error {
    case is CancellationError: return error
    case let error as ForbiddenAddress: return FetchError(url, .addressForbidden(address: error.address))
    case let error as HTTPClientError: return client(error, of: url)
    case let error as NIOConnectionError: return connection(error, of: url)
    // As over plain HTTP: what a body without a length has come to is not known.
    case NIOSSLError.uncleanShutdown: return FetchError(url, .connectionLost)
    case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError:
      return FetchError(url, .notSecure(reason: insecurity("\(error)")))
    case let error as HTTPParserError:
      if error == .invalidEOFState { return FetchError(url, .connectionLost) }
      return FetchError(url, .malformedResponse(reason: "\(error)"))
    case is UnknownTransferCoding:
      return FetchError(url, .malformedResponse(reason: "its Transfer-Encoding is none that is understood"))
    case is SeveralContentCodings:
      return FetchError(url, .malformedResponse(reason: "its body is compressed more than once"))
    // The server, or what lies on the way to it, has given up one answer, and not the others beside it.
    case is NIOHTTP2Errors.StreamClosed: return FetchError(url, .connectionLost)
    case NIOHTTPDecompression.DecompressionError.limit: return FetchError(url, .tooCompressed)
    case is NIOHTTPDecompression.DecompressionError, is NIOHTTPDecompression.ExtraDecompressionError:
      let reason = "its body is damaged, or not compressed as it says"
      return FetchError(url, .malformedResponse(reason: reason))
    case let error as IOError: return failure(error, of: url)
    case is ChannelError: return FetchError(url, .connectionLost)
    default: return FetchError(url, .transport(reason: "\(error)"))
    }
  }

  private static func client(_ error: HTTPClientError, of url: URL) -> any Error {
    switch error {
    // It says so, too, of a request that comes to a connection over HTTP/2 which is just going.
    case .cancelled: Task.isCancelled ? CancellationError() : FetchError(url, .connectionLost)
    case .remoteConnectionClosed: FetchError(url, .connectionLost)
    case .bodyLengthMismatch: FetchError(url, .transport(reason: RequestBody.otherLength))
    case .connectTimeout, .tlsHandshakeTimeout: FetchError(url, .cannotConnect(reason: "it does not answer"))
    default: FetchError(url, .transport(reason: error.shortDescription))
    }
  }

  private static func connection(_ error: NIOConnectionError, of url: URL) -> FetchError {
    guard let cause = error.connectionErrors.first?.error else { return FetchError(url, .hostNotFound) }
    guard let cause = cause as? IOError else { return FetchError(url, .cannotConnect(reason: "\(cause)")) }
    let reason = String(cString: strerror(cause.errnoCode))
    return failure(cause, of: url, else: .cannotConnect(reason: reason))
  }

  /// - Parameter cause: Of what has no words of its own here.
  private static func failure(_ error: IOError, of url: URL, else cause: Cause = .connectionLost)
    -> FetchError
  {
    switch error.errnoCode {
    case EMFILE, ENFILE:
      FetchError(
        url,
        .transport(reason: "too many files and connections are open here; allow more with “ulimit -n”")
      )
    case ECONNREFUSED: FetchError(url, .cannotConnect(reason: "the connection was refused"))
    case ETIMEDOUT: FetchError(url, .cannotConnect(reason: "it does not answer"))
    case EHOSTUNREACH, ENETUNREACH: FetchError(url, .cannotConnect(reason: "there is no way to its network"))
    default: FetchError(url, cause)
    }
  }

  /// What is wrong with a secure connection, in words. The library gives the names of BoringSSL's errors only in a text,
  /// together with the places in its source where they arose.
  private static func insecurity(_ text: String) -> String {
    let reasons = [
      (
        "WRONG_VERSION_NUMBER",
        "what answers there does not speak TLS, perhaps plain HTTP; check scheme and port"
      ),
      ("HTTP_REQUEST", "what answers there does not speak TLS but plain HTTP; check scheme and port"),
      ("CERTIFICATE_VERIFY_FAILED", "its certificate is from no authority trusted here, or has expired"),
      ("failedToValidateHostname", "its certificate is for another host"),
      ("CERTIFICATE_REQUIRED", "it wants to be shown a certificate; configure one"),
      ("UNSUPPORTED_PROTOCOL", "it speaks only versions of TLS that are not safe any more"),
      ("TLSV1_ALERT_PROTOCOL_VERSION", "it speaks only versions of TLS that are not safe any more"),
      ("uncleanShutdown", "the connection was cut off"),
    ]
    return reasons.first { text.contains($0.0) }?.1
      ?? "the two ends could not agree on one; check scheme and port"
  }
}
