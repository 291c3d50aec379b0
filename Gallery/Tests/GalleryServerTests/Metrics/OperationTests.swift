import ErrandsLoading
import ErrandsUpstream
import Foundation
import GalleryDatabase
import GalleryServer
import Testing

@Suite("What the operator of a server asks", .timeLimit(.minutes(1)))
struct OperationTests {
  private func value(_ name: String, in text: String) throws -> Double {
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix(name + " ") }, "no \(name)")
    return try #require(Double(line.dropFirst(name.count + 1)))
  }

  @Test("Requests and loads are counted, also those that were refused, and no address is told")
  func counted() async throws {
    try await withCovers(cache: HTTPCache(isShared: true)) { gallery, upstream in
      let slice = try await gallery.get("/api/covers?from=0&count=1").json(CoversReply.self)
      let cover = try #require(slice.covers.first).image
      for _ in 0..<2 { _ = try await gallery.get(cover) }
      _ = try await gallery.get("/nothing")
      let answer = try await gallery.get("/metrics")
      #expect(answer.fields["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8")
      #expect(answer.fields["Cache-Control"] == "no-store")
      #expect(try value("gallery_http_requests_total{method=\"GET\",status=\"200\"}", in: answer.text) == 3)
      #expect(try value("gallery_http_requests_total{method=\"GET\",status=\"404\"}", in: answer.text) == 1)
      #expect(try value("gallery_http_request_seconds_count", in: answer.text) == 4)
      // The original and the cover.
      #expect(try value("gallery_cache_entries{tier=\"memory\"}", in: answer.text) == 2)
      #expect(try value("gallery_cache_hits_total{tier=\"memory\"}", in: answer.text) >= 1)
      #expect(try value("gallery_connections", in: answer.text) >= 1)
      #expect(try value("gallery_batches_running", in: answer.text) == 0)
      #expect(try value("gallery_images_running", in: answer.text) == 0)
      #expect(try value("gallery_listeners", in: answer.text) == 0)
      #expect(try value("gallery_uptime_seconds", in: answer.text) > 0)
      #expect(try value("gallery_resident_bytes", in: answer.text) > 1_000_000)
      #expect(try value("gallery_open_files", in: answer.text) > 3)
      #expect(!answer.text.contains("\(upstream.port)"))
      // What counts up is said to: rates are taken of that alone. And people read what it is.
      for name in Set(answer.text.matches(of: #/# TYPE (?<name>[a-z_]+) /#).map(\.name)) {
        #expect(answer.text.contains("# HELP \(name) "), "\(name)")
        #expect(!name.hasSuffix("_total") || answer.text.contains("# TYPE \(name) counter\n"), "\(name)")
      }
    }
  }

  @Test("What a load took is counted by where its answer came from")
  func loads() {
    let metrics = PrometheusMetrics()
    let counted = ServerMetrics(metrics)
    var load = LoadMetrics(ending: .succeeded)
    load.tier = .memory
    load.total = .milliseconds(2)
    counted.count(load)
    load.tier = .server
    load.bytesReceived = 500
    counted.count(load)
    counted.count(LoadMetrics(ending: .cancelled))
    let text = metrics.text
    #expect(text.contains("gallery_loads_total{from=\"memory\",outcome=\"succeeded\"} 1\n"))
    #expect(text.contains("gallery_loads_total{from=\"server\",outcome=\"succeeded\"} 1\n"))
    #expect(text.contains("gallery_loads_total{from=\"nowhere\",outcome=\"cancelled\"} 1\n"))
    #expect(text.contains("gallery_load_bytes_total 500\n"))
    #expect(text.contains("gallery_load_seconds_count 3\n"))
  }

  @Test("A server whose database and folder can be used is ready, and so is one that has no folder")
  func ready() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "errands-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    for cache in [nil, HTTPCache(folder: folder)] {
      try await withCovers(cache: cache) { gallery, _ in
        let answer = try await gallery.get("/ready")
        #expect(answer.status == 200)
        #expect(answer.text == #"{"status":"ready"}"#)
        #expect(try await gallery.get("/health").status == 200)
      }
    }
  }

  @Test("One whose database cannot be opened is alive and not ready, and says why")
  func notReady() async throws {
    // In a folder of its own, which goes with it.
    let file = URL.temporaryLibrary
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try Data("this is no database, and long enough to be taken for one by nobody".utf8).write(to: file)
    let upstream = try await ScriptedUpstream.start(respond: Script.covers)
    try await withGallery(before: upstream.url, library: file) { gallery in
      #expect(try await gallery.get("/health").status == 200)
      let answer = try await gallery.get("/ready")
      #expect(answer.status == 503)
      #expect(answer.fields["Retry-After"] != nil)
      #expect(try answer.problem().detail.contains(file.lastPathComponent))
    }
    await upstream.stop()
  }
}
