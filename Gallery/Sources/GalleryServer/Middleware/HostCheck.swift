import HTTPTypes
import Hummingbird

/// Refuses requests that are meant for another server (RFC 9110, sections 7.2 and 7.4).
struct HostCheck: RequestCheck {
  let hosts: ServedHosts

  private static let host = HTTPField.Name("Host")

  func check(_ request: Request) throws {
    // The first Host is taken for the authority; a second one stays among the fields.
    let second = Self.host.flatMap { request.headers[$0] }
    guard second == nil, let authority = request.authority else {
      throw Problem.badRequest("The request names no host, or several, or what is none; send one Host.")
    }
    guard hosts.serves(authority) else {
      throw Problem(
        status: .misdirectedRequest,
        detail: "“\(authority.host)” is no name of this server; start it with --public-url to give it one."
      )
    }
  }
}
