import CPostgres
import Foundation

/// Where a database is, and who asks: `postgres://user:password@host:port/database?option=value`, as libpq takes it
/// (PostgreSQL's documentation, 34.1.1.2 “Connection URIs”).
public struct PostgresAddress: Sendable, Hashable, CustomStringConvertible {
  /// As libpq is given it, with the password.
  let text: String
  /// The address without its password, which may stand in a log.
  public let description: String

  /// What is wrong with an address.
  public struct Mistake: Error, Sendable, Hashable, CustomStringConvertible {
    /// A sentence that says what is wrong and what to write.
    public let description: String
  }

  /// - Parameter text: Begins with `postgres://` or `postgresql://`, and names a database.
  /// - Throws: ``Mistake``, in which no password stands.
  public init(_ text: String) throws(Mistake) {
    guard let components = URLComponents(string: text), let scheme = components.scheme?.lowercased(),
      ["postgres", "postgresql"].contains(scheme), let colon = text.firstIndex(of: ":")
    else {
      throw Mistake(
        description: "This is no address of a database; write postgres://user@host:port/database."
      )
    }
    // libpq knows it in lower case alone.
    let text = scheme + text[colon...]
    // What libpq says of it has the password in it.
    guard Self.isReadable(text) else {
      throw Mistake(
        description:
          "This address of a database cannot be read; write a % in it as %25, and no other options than PostgreSQL’s."
      )
    }
    // Otherwise a part of the password would be taken for the host, and told.
    guard Self.isUnambiguous(text) else {
      throw Mistake(
        description:
          "It is not clear where the password in this address of a database ends; write an @ in it as %40, a ? as %3F and a # as %23."
      )
    }
    let plain = Self.withoutPassword(components)
    if let port = components.port, !(1...65_535).contains(port) {
      throw Mistake(
        description: "\(plain) has a port that there is not; write one from 1 to 65535, or leave it out."
      )
    }
    let database = components.path.drop { $0 == "/" }
    let namesDatabase = components.queryItems?.contains { $0.name == "dbname" } == true
    guard !database.isEmpty || namesDatabase else {
      throw Mistake(
        description:
          "\(plain) names no database; write its name behind the host, as in postgres://host/gallery."
      )
    }
    guard !database.contains("/") else {
      throw Mistake(description: "\(plain) goes on behind the database's name; write a slash in it as %2F.")
    }
    self.text = text
    description = plain
  }

  /// Whether libpq takes it for one.
  private static func isReadable(_ text: String) -> Bool {
    var message: UnsafeMutablePointer<CChar>?
    let options = PQconninfoParse(text, &message)
    defer {
      PQconninfoFree(options)
      PQfreemem(message)
    }
    return options != nil
  }

  /// Whether nothing in front of the host would end it, or user and password, in an address.
  private static func isUnambiguous(_ text: String) -> Bool {
    guard let scheme = text.range(of: "://") else { return true }
    let authority = text[scheme.upperBound...].prefix { $0 != "/" }
    guard let at = authority.lastIndex(of: "@") else { return true }
    return !authority[..<at].contains { "@?#".contains($0) }
  }

  private static func withoutPassword(_ components: URLComponents) -> String {
    var components = components
    if components.password != nil { components.password = "…" }
    components.queryItems = components.queryItems?.map { item in
      ["password", "sslpassword"].contains(item.name) ? URLQueryItem(name: item.name, value: "…") : item
    }
    return components.string?.removingPercentEncoding ?? "postgres://…"
  }
}
