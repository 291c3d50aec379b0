import Foundation
import NIOSSL
import Testing

/// Certificates that `openssl` makes for this run of the tests: a key that lies in a repository is no secret, and a
/// certificate that lies there runs out.
struct TestCertificates: Sendable {
  struct Identity: Sendable {
    let certificate: NIOSSLCertificate
    let key: NIOSSLPrivateKey
  }

  /// Signs the others; no system trusts it.
  let authority: NIOSSLCertificate
  /// Of `localhost` and of 127.0.0.1.
  let server: Identity
  /// Of `localhost`, and of no address.
  let named: Identity
  /// Of another host.
  let stranger: Identity
  let client: Identity

  private static let made = Task { try await TestCertificates() }

  static var shared: TestCertificates {
    get async throws { try await made.value }
  }

  private init() async throws {
    let folder = try TemporaryFolder()
    authority = try await Self.make("authority", in: folder).certificate
    server = try await Self.make("server", names: "DNS:localhost,IP:127.0.0.1", in: folder)
    named = try await Self.make("named", names: "DNS:localhost", in: folder)
    stranger = try await Self.make("stranger", names: "DNS:stranger.example", in: folder)
    client = try await Self.make("client", names: "DNS:client.example", in: folder)
  }

  /// - Parameter names: What it is for; nil for an authority, which signs itself.
  private static func make(_ name: String, names: String? = nil, in folder: TemporaryFolder) async throws
    -> Identity
  {
    let file = { (name: String) in "\(folder.path)/\(name)" }
    var arguments = [
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
      "-subj", "/CN=\(name)", "-keyout", file("\(name).key"), "-out", file("\(name).pem"),
    ]
    if let names {
      arguments += ["-addext", "subjectAltName=\(names)", "-addext", "basicConstraints=critical,CA:FALSE"]
      arguments += ["-CA", file("authority.pem"), "-CAkey", file("authority.key")]
    }
    try await run("openssl", arguments)
    let certificates = try NIOSSLCertificate.fromPEMFile(file("\(name).pem"))
    return Identity(
      certificate: try #require(certificates.first),
      key: try NIOSSLPrivateKey(file: file("\(name).key"), format: .pem)
    )
  }

  private struct Failed: Error { let said: String }

  private static func run(_ program: String, _ arguments: [String]) async throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [program] + arguments
    let errors = Pipe()
    process.standardError = errors
    try await withCheckedThrowingContinuation { continuation in
      process.terminationHandler = { _ in continuation.resume() }
      do { try process.run() } catch { continuation.resume(throwing: error) }
    }
    guard process.terminationStatus == 0 else {
      throw Failed(said: String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self))
    }
  }
}
