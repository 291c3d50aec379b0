import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import Foundation
import GalleryConnections
import Testing

@testable import GalleryUpstream

@Suite("The embedded upstream's files", .timeLimit(.minutes(1)))
struct FileAnswerTests {
  @Test("A file has its size, its name and the bytes of its seed")
  func answer() async throws {
    try await withEmbedded(seed: 7) { upstream in
      let file = try await upstream.answer("/files/m%C3%A8o.iso?bytes=200000")
      #expect([UInt8](file.body) == RandomBytes(seed: 7)[0..<200_000])
      #expect(file.head.fields["Content-Type"] == "application/octet-stream")
      let name = #"attachment; filename="m_o.iso"; filename*=UTF-8''m%C3%A8o.iso"#
      #expect(file.head.fields["Content-Disposition"] == name)
      let other = try await upstream.answer("/files/m?bytes=200000&seed=8")
      #expect([UInt8](other.body) == RandomBytes(seed: 8)[0..<200_000])
      #expect(try await upstream.answer("/files/none?bytes=0").body.isEmpty)
      #expect(try await upstream.answer("/files/usual").body.count == FileRoute.usualSize)
    }
  }

  /// Nothing before the range is computed, or this would take minutes.
  @Test("The end of sixteen gigabytes comes at once, and their head says how many there are")
  func large() async throws {
    let size = FileRoute.sizes.upperBound
    try await withEmbedded { upstream in
      let path = "/files/large?bytes=\(size)"
      #expect(try await upstream.answer(path, method: .head).head.contentLength == Int64(size))
      let end = try await upstream.answer(path, ["Range": "bytes=-5"])
      #expect(end.head.fields["Content-Range"] == "bytes \(size - 5)-\(size - 1)/\(size)")
      #expect([UInt8](end.body) == RandomBytes(seed: 1)[size - 5..<size])
    }
  }

  @Test("The same file has the same tag under any name, and one of another size or seed another one")
  func tags() async throws {
    try await withEmbedded { upstream in
      func tag(_ path: String) async throws -> String? {
        try await upstream.answer(path, method: .head).head.fields["ETag"]
      }
      let tag1 = try await tag("/files/a?bytes=10")
      #expect(try await tag("/files/b?bytes=10&seed=1") == tag1)
      #expect(try await tag("/files/a?bytes=11") != tag1)
      #expect(try await tag("/files/a?bytes=10&seed=2") != tag1)
    }
  }

  @Test("What cannot be had is 400 with a sentence")
  func mistake() async throws {
    try await withEmbedded { upstream in
      let answer = try await upstream.answer("/files/a?bytes=many")
      #expect(answer.head.status == 400)
      #expect(String(decoding: answer.body, as: UTF8.self).hasPrefix("bytes=many is not possible; give"))
    }
  }

  @Test("A fault in the address happens to that file alone")
  func fault() async throws {
    try await withEmbedded { upstream in
      let broken = try await upstream.answer("/files/a?bytes=100000&fault=truncate")
      #expect(broken.isCutOff)
      #expect(broken.head.contentLength == 100_000)
      // A client may throw away what it has not read when the connection ends.
      #expect(broken.body.count <= 50_000)
      #expect(try await upstream.answer("/files/a?bytes=100000").body.count == 100_000)
    }
  }

  @Test("A file breaks off at the byte that its address names, and goes on behind it")
  func breaksOff() async throws {
    try await withEmbedded { upstream in
      let path = "/files/a?bytes=100000&break=70000"
      let whole = RandomBytes(seed: 1)[0..<100_000]
      for _ in 1...2 {
        let broken = try await upstream.answer(path)
        #expect(broken.isCutOff, "each time that it is begun anew")
        #expect(broken.head.contentLength == 100_000)
        #expect(broken.body.elementsEqual(whole.prefix(broken.body.count)) && broken.body.count <= 70_000)
      }
      let earlier = try await upstream.answer(path, ["Range": "bytes=60000-"])
      #expect(earlier.isCutOff && earlier.body.count <= 10_000)
      let rest = try await upstream.answer(path, ["Range": "bytes=70000-"])
      #expect(rest.body.elementsEqual(whole.suffix(30_000)), "\(rest.body.count) bytes")
      #expect(try await upstream.answer(path, method: .head).head.fields["ETag"] != nil)
    }
  }

  /// The packets of a file that is never held whole are lost, too, and come again.
  @Test("Losses delay a file and take nothing away")
  func losses() async throws {
    let clock = VirtualClock()
    var network = Network()
    network.loss = 1
    try await withEmbedded(network: network, clock: clock) { upstream in
      let packets = 3
      async let file = upstream.answer("/files/a?bytes=\(packets * NetworkWeather.packet)")
      for _ in 1...packets {
        try await clock.sleepers(atLeast: 1)
        clock.advance(by: NetworkWeather.retransmission)
      }
      let bytes = RandomBytes(seed: 1)[0..<packets * NetworkWeather.packet]
      #expect(try await [UInt8](file.body) == bytes)
    }
  }
}
