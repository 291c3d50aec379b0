import ErrandsAsyncHTTPClient
import ErrandsLoading
import Foundation
import GalleryDatabase
import GalleryJobs
import Logging
import Testing

@testable import GalleryServer

@Suite("The description of the interface, openapi.json", .timeLimit(.minutes(1)))
struct DescriptionTests {
  private struct Description {
    /// As the router writes them, such as `GET /api/photos/{batch}`.
    var operations: Set<String> = []
    /// The statuses of each.
    var statuses: [String: Set<String>] = [:]
    var texts: [String] = []
  }

  /// A server of which every part is there.
  private func server(_ configure: (inout GalleryServer.Configuration) -> Void = { _ in }) throws
    -> GalleryServer
  {
    var configuration = GalleryServer.Configuration()
    configuration.password = Password(words: "right")
    let base = try #require(URL(string: "http://127.0.0.1:9"))
    configuration.photoBase = base
    configuration.articles = ArticleFeed(base: base)
    configure(&configuration)
    let transport = AsyncHTTPClientTransport.local()
    let giphy = try Giphy(base: "http://127.0.0.1:9", key: "key")
    let fetcher = Fetcher(transport: transport, configuration: Fetcher.Configuration())
    return try GalleryServer(
      configuration: configuration,
      charts: fetcher,
      gifs: { GifsJob(giphy: giphy, fetcher: fetcher, style: $0) },
      transport: transport,
      pictures: Fetcher.Configuration(),
      library: Library.opening(at: .temporaryLibrary),
      logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }),
      onRequest: { _ in }
    )
  }

  private func description() throws -> Description {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../../Public/openapi.json"
    )
    let json = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
    let paths = try #require((json as? [String: Any])?["paths"] as? [String: [String: Any]])
    var description = Description()
    for (path, operations) in paths {
      for case (let method, let operation as [String: Any]) in operations where method != "parameters" {
        let name = "\(method.uppercased()) \(path)"
        description.operations.insert(name)
        description.statuses[name] = Set((operation["responses"] as? [String: Any] ?? [:]).keys)
        description.texts.append(operation["summary"] as? String ?? "")
      }
    }
    return description
  }

  /// These are files of the page.
  private let files: Set = ["GET /", "GET /openapi.json"]

  @Test("tells of every route, and of none that there is not; add yours to Gallery/Public/openapi.json")
  func complete() throws {
    let routes = Set(try server().routes())
    #expect(routes.count > 15)
    let described = try description().operations
    #expect(routes.subtracting(described) == [], "routes that are not described")
    #expect(described.subtracting(routes) == files, "what is described, and is no route")
  }

  @Test("has for each what any of them may answer, and a sentence")
  func statuses() throws {
    let description = try description()
    for (operation, statuses) in description.statuses {
      #expect(statuses.isSuperset(of: ["400", "421", "431", "503"]), "\(operation)")
      #expect(statuses.contains { $0.hasPrefix("2") }, "\(operation)")
      let isOpen = ["/health", "/login", "/logout", "/"].contains { operation.hasSuffix(" \($0)") }
      #expect(isOpen || statuses.contains("401"), "\(operation) asks for a session")
      guard !operation.hasPrefix("GET ") else { continue }
      #expect(statuses.isSuperset(of: ["403", "408", "415"]), "\(operation) changes something")
    }
    #expect(description.texts.allSatisfy { $0.count > 3 && $0.hasSuffix(".") })
  }

  @Test("is served beside the page, and every reference in it leads somewhere")
  func served() async throws {
    try await withGallery(respond: { .chart(for: $0) }) { gallery, _ in
      let answer = try await gallery.get("/openapi.json")
      #expect(answer.status == 200)
      #expect(answer.fields["Content-Type"]?.hasPrefix("application/json") == true)
      let json = try JSONSerialization.jsonObject(with: answer.body)
      let references = answer.text.matches(of: /"\$ref": "#\/([^"]+)"/).map { String($0.output.1) }
      #expect(references.count > 100)
      for reference in Set(references) {
        let target = reference.split(separator: "/").reduce(json as Any?) {
          ($0 as? [String: Any])?[String($1)]
        }
        #expect(target != nil, "\(reference)")
      }
    }
  }

  @Test("says of the whole server which first segments are its own, so that no prefix can be taken for one")
  func segments() throws {
    let paths = try server().routes().compactMap {
      $0.split(separator: "/").dropFirst().first.map(String.init)
    }
    #expect(Set(paths).isSubset(of: ServedPlace.own))
    #expect(throws: ServedPlace.Unusable.self) {
      try server { $0.publicURL = URL(string: "https://music.example/api") }
    }
  }
}
