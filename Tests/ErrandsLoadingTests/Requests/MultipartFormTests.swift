import Errands
import ErrandsUpstream
import Foundation
import Testing

@testable import ErrandsLoading

@Suite("Forms with files", .timeLimit(.minutes(1)))
struct MultipartFormTests {
  /// The form as it is sent.
  private func text(_ form: MultipartForm) async throws -> String {
    var data = Data()
    for try await chunk in form.body.makeChunks() { data.append(chunk) }
    #expect(form.body.length == Int64(data.count))
    return String(decoding: data, as: UTF8.self)
  }

  private func boundary(_ form: MultipartForm) throws -> String {
    let type = try #require(form.body.contentType)
    return try #require(type.split(separator: "boundary=").last.map(String.init))
  }

  @Test("Are the parts between their boundaries")
  func parts() async throws {
    let folder = try TemporaryFolder()
    try folder.put("GIF89a", in: "cat.gif")
    var form = MultipartForm()
    form.append("title", "Mèo\r\n--x")
    try form.append("photo", file: folder.path + "/cat.gif", contentType: "image/gif")
    let mark = try boundary(form)
    #expect(
      try await text(form) == """
        --\(mark)\r
        Content-Disposition: form-data; name="title"\r
        \r
        Mèo\r
        --x\r
        --\(mark)\r
        Content-Disposition: form-data; name="photo"; filename="cat.gif"\r
        Content-Type: image/gif\r
        \r
        GIF89a\r
        --\(mark)--\r

        """
    )
  }

  @Test("Without parts are their end")
  func empty() async throws {
    let form = MultipartForm()
    #expect(try await text(form) == "--\(try boundary(form))--\r\n")
  }

  /// A name with a line end in it would have begun another part, or another field of this one.
  @Test("Names and types begin no other field")
  func names() async throws {
    var form = MultipartForm()
    form.append(
      "a\"; x=\"\r\nEvil: 1",
      fileName: "b\"\r\n.txt",
      .bytes(Data(), contentType: "text/x\r\nEvil: 2")
    )
    let text = try await text(form)
    #expect(!text.contains("\nEvil"))
    #expect(text.contains("name=\"a%22; x=%22%0D%0AEvil: 1\"; filename=\"b%22%0D%0A.txt\""))
    // With an accent behind it a quotation mark is another character, and ended the name all the same.
    var accented = MultipartForm()
    accented.append("a\"\u{301}; x=\"b", fileName: "\r\u{301}", .bytes(Data(), contentType: nil))
    let head = try await self.text(accented)
    #expect(head.contains("name=\"a%22\u{301}; x=%22b\"; filename=\"%0D\u{301}\"\r\n"))
  }

  @Test("Have no length where a part has none, and can be sent once where a part can")
  func lengths() {
    let chunks = RequestBody.chunks(isRepeatable: false) { AsyncStream<Data> { $0.finish() } }
    var form = MultipartForm()
    #expect(form.body.isRepeatable)
    form.append("a", fileName: nil, chunks)
    #expect(form.body.length == nil)
    #expect(!form.body.isRepeatable)
  }

  @Test("Arrive, and each has a boundary of its own", arguments: Carrier.allCases)
  func sent(_ carrier: Carrier) async throws {
    var form = MultipartForm()
    form.append("title", "Sunset")
    #expect(form.body.contentType != MultipartForm().body.contentType)
    try await withFetcher(carrier, .ok("")) { [form] fetcher, upstream in
      var request = FetchRequest(upstream.url, method: .post)
      request.body = form.body
      _ = try await fetcher.data(for: request).value()
      let received = try await upstream.request(1)
      #expect(received.headers["Content-Type"] == form.body.contentType)
      #expect(received.text.contains("name=\"title\"\r\n\r\nSunset\r\n"))
    }
  }
}
