import HTTPTypes
import Hummingbird

/// Refuses requests that change something, when a page from elsewhere makes them.
///
/// A form on any page in the world can post to a server on this machine, and have it load whatever it likes. The
/// browser says where a request comes from (Fetch Metadata, section 2.3; where the connection is not secure only by
/// `Origin`, RFC 6454); other clients do not, and may.
struct SameSiteCheck: RequestCheck {
  let hosts: ServedHosts

  private static let site = HTTPField.Name("Sec-Fetch-Site")

  func check(_ request: Request) throws {
    let isSafe = [.get, .head, .options].contains(request.method)
    let site = Self.site.flatMap { request.headers[$0] }
    let isOwn = site == nil || site == "same-origin" || site == "none"
    guard isSafe || isOwn && isFromOwnPage(request) else {
      throw Problem(
        status: .forbidden,
        detail:
          "Another site’s page cannot change anything here; use the page that this server shows, and start it with "
          + "--public-url where that has another address."
      )
    }
  }

  private func isFromOwnPage(_ request: Request) -> Bool {
    guard let origin = request.headers[.origin] else { return true }
    guard let authority = request.authority else { return false }
    return hosts.shows(origin: origin, to: authority)
  }
}
