import ErrandsLoading
import Foundation
import Testing

@testable import ErrandsImageLoading

@Suite("The tag of a file that is made of an image")
struct ImageTagTests {
  private let form = ImageTag.Form("480x320-none image/webp")

  private func original(_ fields: HTTPFields, _ body: String = "bytes") throws -> FetchedData {
    let url = try #require(URL(string: "http://h.test/1.jpg"))
    return FetchedData(head: FetchHead(url: url, status: 200, fields: fields), body: Data(body.utf8))
  }

  private func condition(of tag: ImageTag) throws -> HTTPFields? {
    var request = FetchRequest(try #require(URL(string: "http://h.test/1.jpg")))
    return tag.makeCondition(of: &request) ? request.fields : nil
  }

  @Test(
    "It comes back from a client as it went, alone, in a list, and weakened by a proxy",
    arguments: [
      ["ETag": "\"v1\""], ["ETag": "W/\"v1\""], ["Last-Modified": "Fri, 11 Feb 2022 23:26:35 GMT"], [:],
    ] as [HTTPFields]
  )
  func roundTrip(_ fields: HTTPFields) throws {
    let tag = ImageTag(of: try original(fields), in: form)
    for field in [tag.text, "\"other\", \(tag.text)", "W/\(tag.text),\"x\""] {
      #expect(ImageTag.all(in: field, of: form) == [tag])
    }
    #expect(tag.text.hasPrefix("\"") && tag.text.hasSuffix("\""))
  }

  @Test("The original's server can be asked by it, by the tag or the date that it gave")
  func conditions() throws {
    let date = "Fri, 11 Feb 2022 23:26:35 GMT"
    let both: HTTPFields = ["ETag": "\"v1\"", "Last-Modified": date]
    #expect(try condition(of: ImageTag(of: original(both), in: form)) == ["If-None-Match": "\"v1\""])
    let dated = ImageTag(of: try original(["Last-Modified": date]), in: form)
    #expect(try condition(of: dated) == ["If-Modified-Since": date])
    let long = "\"" + String(repeating: "x", count: 300) + "\""
    for fields: HTTPFields in [[:], ["ETag": "v1"], ["ETag": long], ["Last-Modified": "yesterday"]] {
      #expect(try condition(of: ImageTag(of: original(fields), in: form)) == nil)
    }
  }

  @Test("It tells states of the original apart, by a strong tag alone, and otherwise by the bytes")
  func states() throws {
    func tag(_ fields: HTTPFields, _ body: String) throws -> String {
      ImageTag(of: try original(fields, body), in: form).text
    }
    #expect(try tag(["ETag": "\"v1\""], "a") == tag(["ETag": "\"v1\""], "b"))
    #expect(try tag(["ETag": "\"v1\""], "a") != tag(["ETag": "\"v2\""], "a"))
    for fields: HTTPFields in [[:], ["ETag": "W/\"v1\""], ["Last-Modified": "Fri, 11 Feb 2022 23:26:35 GMT"]]
    {
      #expect(try tag(fields, "a") == tag(fields, "a"))
      #expect(try tag(fields, "a") != tag(fields, "b"))
    }
  }

  /// A cache between may have a picture in both formats, and asks by the tags of both.
  @Test("The tag of another form is none of this one's")
  func forms() throws {
    let other = ImageTag(
      of: try original(["ETag": "\"v1\""]),
      in: ImageTag.Form("480x320-none image/jpeg")
    )
    #expect(ImageTag.all(in: other.text, of: form).isEmpty)
  }

  @Test("What a client makes up is none, and nothing that is no validator is sent to a server")
  func madeUp() throws {
    let real = ImageTag(of: try original(["ETag": "\"v1\""]), in: form).text
    let parts = real.dropFirst().dropLast().split(separator: ".").map(String.init)
    func tag(_ validator: String) -> String {
      "\"\(parts[0]).\(parts[1]).\(Data(validator.utf8).base64URL)\""
    }
    #expect(ImageTag.all(in: tag("\"v1\""), of: form).count == 1)
    for text in ["", "*", "\"\"", "\"a.b.c\"", tag("\"v2\""), real.replacing(parts[0], with: "AAAA")] {
      #expect(ImageTag.all(in: text, of: form).isEmpty, "\(text)")
    }
    for validator in ["W/\"a\r\nX: y\"", "\r\n GMT", "Fri, 1\r\nX: y GMT", "W/\"a\"b\""] {
      for tag in ImageTag.all(in: tag(validator), of: form) { #expect(try condition(of: tag) == nil) }
    }
  }
}
