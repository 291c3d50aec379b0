import ArgumentParser
import ErrandsAsyncHTTPClient
import ErrandsLoading
import Foundation
import GalleryJobs

/// What every command that loads something can be told.
struct LoadOptions: ParsableArguments {
  @Flag(help: "Write JSON lines to standard output, and everything for people to standard error.")
  var json = false

  @Option(help: ArgumentHelp("Where music comes from.", valueName: "embedded|real"))
  var upstream = UpstreamChoice.embedded

  // A chart is not kept, so there is nothing in it yet; scripts give it to every command.
  @Option(help: ArgumentHelp("Where what is kept lives: database, caches, partial downloads.", valueName: "DIR"))
  var data: String?

  @Option(help: ArgumentHelp("One deadline for each load, such as 30s or 500ms.", valueName: "D"))
  var timeout = DurationArgument(.seconds(30))

  @Option(help: ArgumentHelp("Connections at once to one host.", valueName: "N"))
  var perHost = 8

  @Option(help: ArgumentHelp("Further tries of a load after the first.", valueName: "N"))
  var retries = 3

  @Option(help: ArgumentHelp("The largest body accepted, such as 10MB.", valueName: "N"))
  var maxBytes = ByteCountArgument(16 << 20)

  @Flag(help: "Let loads reach loopback, private and link-local addresses.")
  var allowPrivateAddresses = false

  @Flag(help: "Show no progress.")
  var quiet = false

  func validate() throws {
    guard perHost >= 1 else { throw ValidationError("--per-host \(perHost): give 1 or more.") }
    guard retries >= 0 else { throw ValidationError("--retries \(retries): give 0 or more.") }
  }

  /// - Parameter own: Addresses of this program's own servers, which are allowed in any case.
  func fetcher(own: [AddressGuard.Exception] = []) -> Fetcher {
    var transport = AsyncHTTPClientTransport.Configuration()
    transport.addressGuard = AddressGuard(allowsPrivate: allowPrivateAddresses, exceptions: Set(own))
    transport.connectionsPerHost = perHost
    var configuration = Fetcher.Configuration()
    configuration.deadline = timeout.duration
    configuration.byteLimit = maxBytes.count
    configuration.retry.retries = retries
    configuration.userAgent = "Gallery/1.0"
    return Fetcher(
      transport: AsyncHTTPClientTransport(configuration: transport),
      configuration: configuration
    )
  }
}

enum UpstreamChoice: String, ExpressibleByArgument, CaseIterable {
  /// The one in this program.
  case embedded
  /// Apple's.
  case real
}

extension JobStyle: ExpressibleByArgument {}
