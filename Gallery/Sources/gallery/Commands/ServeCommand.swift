import ArgumentParser
import ErrandsLoading
import Foundation
import GalleryServer
import Logging

struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serves the page and its interface."
  )

  @Option(help: ArgumentHelp("The address to listen on.", valueName: "ADDRESS"))
  var host = "127.0.0.1"

  @Option(help: ArgumentHelp("The port to listen on; 0 takes a free one.", valueName: "N"))
  var port = 8080

  @Option(help: ArgumentHelp("The address under which people reach this server.", valueName: "URL"))
  var publicUrl: String?

  @Option(help: ArgumentHelp("Where charts come from, instead of --upstream.", valueName: "URL"))
  var musicBase: String?

  @OptionGroup var options: LoadOptions

  func validate() throws {
    guard (0...65535).contains(port) else { throw ValidationError("--port \(port): give 0 to 65535.") }
  }

  func run() async throws {
    let announced = try publicUrl.map { try URL(fetching: $0).absoluteString }
    let musicURL = try musicBase.map { try URL(fetching: $0).absoluteString }
    let upstream = try await MusicUpstream.start(musicURL == nil ? options.upstream : .real)
    var configuration = GalleryServer.Configuration()
    configuration.host = host
    configuration.port = port
    configuration.musicBase = musicURL ?? upstream.base
    let json = options.json
    let server = GalleryServer(
      configuration: configuration,
      fetcher: options.fetcher(own: upstream.addresses),
      logger: logger,
      onRequest: { line in
        if json {
          Output.line(line)
        } else {
          Output.say("\(line.method) \(line.path) \(line.status) \(line.milliseconds) ms")
        }
      }
    )
    do {
      try await server.run { address in
        if json {
          Output.line(Listening(listening: announced ?? address))
        } else {
          Output.write("Gallery is at \(announced ?? address) — press Control-C to stop it.\n")
        }
      }
      await upstream.stop()
    } catch {
      await upstream.stop()
      throw error
    }
  }

  private var logger: Logger {
    var logger = Logger(label: "gallery", factory: { StreamLogHandler.standardError(label: $0) })
    logger.logLevel = .warning
    return logger
  }
}

/// The line that says that a server answers.
struct Listening: Encodable {
  let listening: String
}
