import ErrandsAsyncHTTPClient
import ErrandsLoading
import Foundation
import GalleryConnections
import GalleryServer
import Testing

@testable import gallery

@Suite("What gallery serve can be told", .timeLimit(.minutes(2)))
struct ServingOptionsTests {
  @Test("An option is taken from the environment, for the command that runs where none is named, too")
  func environment() async throws {
    for arguments in [["serve"], []] {
      let variables = [
        "GALLERY_PORT": "0", "GALLERY_JSON": "1", "GALLERY_PUBLIC_URL": "https://music.example/",
      ]
      let program = try Program(arguments, environment: variables)
      #expect(try await program.listening() == "https://music.example/")
      program.terminate()
      #expect(try await program.exitCode() == 0)
    }
  }

  @Test("The command line goes before the environment, and other commands take no option of serve's from it")
  func precedence() async throws {
    let variables = [
      "GALLERY_PORT": "0", "GALLERY_PUBLIC_URL": "https://music.example/", "GALLERY_JSON": "no",
    ]
    let program = try Program(
      ["serve", "--json", "--public-url", "http://other.example/"],
      environment: variables
    )
    #expect(try await program.listening() == "http://other.example/")
    program.terminate()
    #expect(try await program.exitCode() == 0)
    let clock = try Program(
      ["clock", "--ticks", "1", "--every", "1ms"],
      environment: ["GALLERY_JSON": "1", "GALLERY_PORT": "x"]
    )
    #expect(try await clock.exitCode() == 0)
    #expect(!clock.output.text.contains("{"))
  }

  @Test("A list may have spaces, and a variable that is nearly an option's is said to have no effect")
  func misspelt() async throws {
    let program = try Program(
      ["serve", "--json"],
      environment: [
        "GALLERY_PORT": "0", "GALLERY_TRUSTED_PROXY": "10.0.0.1, 10.0.0.2", "GALLERY_PASWORD_FILE": "/x",
        "GALLERY_MAX_CLEINTS": "1", "GALLERY_PROT": "1", "GALLERY_BIN": "/x", "GALLERY_UNRELATED_THING": "1",
        "GALLERY_PASSWORD": "secret",
        "gallery_max_listeners": "1", "GALLERY_MAX_IMAGES": " 7 ", "GALLERY_MONITOR": "10.0.0.1,",
      ]
    )
    _ = try await program.listening()
    program.terminate()
    #expect(try await program.exitCode() == 0)
    let said = program.errors.text
    #expect(
      said.contains(
        "GALLERY_PASWORD_FILE has no effect: no option is called that. Did you mean GALLERY_PASSWORD_FILE?"
      )
    )
    #expect(said.contains("Did you mean GALLERY_MAX_CLIENTS?") && said.contains("Did you mean GALLERY_PORT?"))
    #expect(said.contains("GALLERY_PASSWORD has no effect"), "it would be open to everybody")
    #expect(said.contains("gallery_max_listeners has no effect"))
    #expect(!said.contains("UNRELATED") && !said.contains("GALLERY_PORT has"))
    #expect(!said.contains("GALLERY_BIN"), "the scripts' word for the program, which is no slip for --json")
  }

  @Test(
    "What makes no sense is said in a sentence that names it",
    arguments: [
      ("GALLERY_MAX_CLIENTS", "0", "'0' is invalid for '--max-clients <N>': give"),
      ("GALLERY_MAX_PER_CLIENT", "-1", "'-1' is invalid for '--max-per-client <N>': give"),
      ("GALLERY_MAX_LISTENERS_PER_CLIENT", "0", "'0' is invalid for '--max-listeners-per-client <N>': give"),
      ("GALLERY_MAX_IMAGES", "0", "'0' is invalid for '--max-images <N>': give"),
      ("GALLERY_HEAD_TIMEOUT", "soon", "--head-timeout"), ("GALLERY_CACHE_SIZE", "much", "--cache-size"),
      ("GALLERY_QUIET", "perhaps", "GALLERY_QUIET=perhaps"),
      ("GALLERY_TRUSTED_PROXY", "10.0.0.1,proxy", "--trusted-proxy"), ("GALLERY_PORT", "x", "--port"),
      ("GALLERY_TRUSTED_PROXY", "10.0.0.0/33", "or a network, such as 10.0.0.0/8"),
      ("GALLERY_PUBLIC_URL", "ftp://x", "--public-url"),
      ("GALLERY_PUBLIC_URL", "https://x/api", "--public-url"),
      ("GALLERY_MUSIC_BASE", "ftp://x", "--music-base"), ("GALLERY_GIPHY", "zz", "--giphy"),
      ("GALLERY_ARTICLES", "zz", "--articles"),
      ("GALLERY_PUBLIC_URL", "https://münchen.example", "--public-url"),
      ("GALLERY_LOG_FORMAT", "xml", "--log-format"),
      // What is found only when it is used was told without either name.
      ("GALLERY_PASSWORD_FILE", "/nope", "--password-file: The password file /nope cannot be read"),
      ("GALLERY_TRACE", "/nope/x", "--trace: The trace cannot be written to “/nope/x”"),
      // It had no effect, and nothing was said.
      ("GALLERY_SHARED_CACHE_SIZE", "1GB", "--shared-cache-size is that of a database"),
    ]
  )
  func nonsense(_ name: String, _ value: String, _ said: String) async throws {
    let refusal = try await Refusal(of: ["serve"], environment: [name: value])
    #expect(refusal.code == 2)
    #expect(refusal.errors.contains(said))
    #expect(refusal.errors.contains(name), "nobody has typed the option")
  }

  @Test("The limits of the command line are those of the server")
  func limits() async throws {
    let program = try Program([
      "serve", "--port", "0", "--json", "--max-listeners", "2", "--max-listeners-per-client", "1",
    ])
    let address = try await program.listening()
    let client = AsyncHTTPClientTransport.unguarded()
    let events = try await client.send(FetchRequest(address: address + "/api/events"))
    #expect(events.head.status == 200)
    #expect(try await client.send(FetchRequest(address: address + "/api/events")).head.status == 429)
    withExtendedLifetime(events) {}
    program.terminate()
    #expect(try await program.exitCode() == 0)
  }

  @Test("Each limit that can be given is the server's")
  func applied() throws {
    // Each another number: with two that are the same, one could be taken for the other.
    var configuration = GalleryServer.Configuration()
    try ServeCommand.parse([
      "--max-images", "1", "--max-images-per-client", "2", "--max-batches", "3",
      "--max-batches-per-client", "4", "--max-listeners", "5", "--max-listeners-per-client", "6",
      "--batch-timeout", "7s", "--max-clients", "8", "--max-per-client", "9", "--head-timeout", "10s",
      "--body-timeout", "11s", "--idle-timeout", "12s", "--stall-timeout", "13s",
      "--trusted-proxy", "10.0.0.14", "--monitor", "10.0.0.15",
    ]).limit(&configuration)
    #expect((configuration.imageLimit, configuration.imageLimitOfOneClient) == (1, 2))
    #expect((configuration.batchLimit, configuration.batchLimitOfOneClient) == (3, 4))
    #expect((configuration.listenerLimit, configuration.listenerLimitOfOneClient) == (5, 6))
    #expect(configuration.batchTimeLimit == .seconds(7))
    let connections = configuration.connections
    #expect((connections.count, connections.ofOneClient) == (8, 9))
    #expect((connections.head, connections.body) == (.seconds(10), .seconds(11)))
    #expect((connections.idle, connections.stall) == (.seconds(12), .seconds(13)))
    #expect(connections.proxies == TrustedProxies([try #require(IPNetwork("10.0.0.14"))]))
    #expect(configuration.monitors == [try #require(IPNetwork("10.0.0.15"))])
  }

  @Test("What is said of the network of the upstream is how it behaves")
  func upstreamNetwork() throws {
    let configuration = try UpstreamCommand.parse([
      "--port", "1", "--seed", "2", "--latency", "3ms", "--bandwidth", "4", "--loss", "0.5",
      "--fault", "truncate=0.6", "--max-clients", "7", "--max-per-client", "8", "--head-timeout", "9s",
    ]).upstream()
    #expect((configuration.port, configuration.seed) == (1, 2))
    let network = configuration.network
    #expect((network.latency, network.bandwidth, network.loss) == (.milliseconds(3), 4, 0.5))
    #expect(network.faults == [.truncate: 0.6])
    let connections = configuration.connections
    #expect((connections.count, connections.ofOneClient, connections.head) == (7, 8, .seconds(9)))
  }

  @Test("The upstream can be told the same of its connections")
  func upstreamLimits() async throws {
    let program = try Program(["upstream", "--json", "--max-clients", "1024"], openFiles: 256)
    let address = try await program.listening()
    #expect(program.errors.text.contains("Only 256 files may be open here"))
    #expect(program.errors.text.contains("instead of 1024"))
    let client = AsyncHTTPClientTransport.unguarded()
    let request = try FetchRequest(address: address + "/photos/1.jpg?width=32")
    #expect(try await client.send(request).head.status == 200)
    program.terminate()
    #expect(try await program.exitCode() == 0)
    let refused = try await Program.run("upstream", "--max-per-client", "0")
    #expect(refused.code == 2)
    #expect(refused.errors.contains("'--max-per-client <N>': give a whole number of 1 or more."))
  }

  /// The event loops ended the process with a backtrace, and later a core spun.
  @Test("Few file descriptors are told, not crashed on", arguments: [["serve", "--port", "0"], ["music"]])
  func hardlyAnyFiles(_ arguments: [String]) async throws {
    let program = try Program(arguments, openFiles: 20)
    #expect(try await program.exitCode() == 1)
    #expect(program.errors.text.contains("Only 20 files may be open here"))
    #expect(program.errors.text.contains("ulimit -n"))
    #expect(program.errors.text.split(separator: "\n").count == 1)
  }

  @Test("Where fewer clients have room than are wanted, that is said, and the rest is served")
  func fewFiles() async throws {
    let program = try Program(["serve", "--port", "0", "--json"], openFiles: 256)
    let address = try await program.listening()
    #expect(program.errors.text.contains("Only 256 files may be open here"))
    #expect(program.errors.text.contains("instead of 1024"))
    let client = AsyncHTTPClientTransport.unguarded()
    #expect(try await client.send(FetchRequest(address: address + "/health")).head.status == 200)
    program.terminate()
    #expect(try await program.exitCode() == 0)
  }
}
