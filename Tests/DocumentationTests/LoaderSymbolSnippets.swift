import Errands
import ErrandsLoading
import Foundation

/// They are compiled, and not run: there is no network here.
private enum LoaderSymbolSnippets {
  static func destinations() {
    let one = Destination(file: "chart.json")
    let batch = Destination(folder: "photos", existing: .keepBoth)
    print(one, batch)
  }

  static func credential(_ signIn: @escaping @Sendable () async throws -> String) {
    var configuration = Fetcher.Configuration()
    configuration.interceptors = [BearerCredential(hosts: ["api.example.com"]) { _ in try await signIn() }]
    print(configuration.interceptors.count)
  }

  static func form(_ request: inout FetchRequest) throws {
    var form = MultipartForm()
    form.append("title", "Sunset")
    try form.append("photo", file: "sunset.jpg", contentType: "image/jpeg")
    request.body = form.body
  }

  static func bandwidth(_ body: FetchBody, _ file: ChunkFile) async throws {
    let limit = BandwidthLimit(bytesPerSecond: 200_000)

    for try await chunk in body {
      try file.write(chunk)
      try await limit.pause(after: chunk.count).value()
    }
  }

  static func places(_ url: URL, _ load: @escaping @Sendable (URL) -> Errand<Data>) {
    let admission = Admission()

    let page = admission.place(for: url).flatMap { place in
      load(url).ensure { place.release() }
    }
    print(page)
  }

  static func cache() {
    let cache = HTTPCache(folder: URL(filePath: "/var/cache/charts"), diskLimit: 1 << 30)
    print(cache.statistics)
  }
}

private protocol ChunkFile {
  func write(_ chunk: Data) throws
}
