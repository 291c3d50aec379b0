import Foundation
import GalleryJobs
import Testing

@Suite("An answer that is no feed is an error that says where")
struct ChartDecodingErrorTests {
  /// What a decoding error is about: its kind and the dotted path to the place.
  private func report(_ text: String) -> String {
    do {
      let chart = try FeedText.chart(text)
      return "a chart of \(chart.items.count)"
    } catch DecodingError.keyNotFound(let key, let context) {
      return "missing \(path(context.codingPath + [key]))"
    } catch DecodingError.typeMismatch(_, let context) {
      return "type of \(path(context.codingPath))"
    } catch DecodingError.valueNotFound(_, let context) {
      return "null at \(path(context.codingPath))"
    } catch DecodingError.dataCorrupted(let context) {
      return "corrupt at \(path(context.codingPath))"
    } catch {
      return "another error: \(error)"
    }
  }

  private func path(_ keys: [any CodingKey]) -> String {
    keys.map { key in key.intValue.map { "[\($0)]" } ?? key.stringValue }.joined(separator: ".")
  }

  @Test(
    "Answers of other shapes",
    arguments: [
      (#"{}"#, "missing feed"),
      (#"[]"#, "type of "),
      (#"{"feed":null}"#, "null at feed"),
      (#"{"feed":[]}"#, "type of feed"),
      (#"{"feed":{"title":"x"}}"#, "missing feed.results"),
      (#"{"feed":{"results":null}}"#, "null at feed.results"),
      (#"{"feed":{"results":{}}}"#, "type of feed.results"),
      (#"{"feed":{"results":"none"}}"#, "type of feed.results"),
      (#"{"feed":{"results":[3]}}"#, "type of feed.results.[0]"),
      (#"{"feed":{"results":[{"id":"1","name":"n"},null]}}"#, "null at feed.results.[1]"),
      (#"{"data":[],"meta":{"status":401}}"#, "missing feed"),
    ]
  )
  func shapes(text: String, expected: String) {
    #expect(report(text) == expected)
  }

  @Test(
    "An entry that cannot be shown names the entry and the field",
    arguments: [
      (#"{"name":"n"}"#, "missing feed.results.[1].id"),
      (#"{"id":"2"}"#, "missing feed.results.[1].name"),
      (#"{"id":"2","name":7}"#, "type of feed.results.[1].name"),
      (#"{"id":2,"name":"n"}"#, "type of feed.results.[1].id"),
      (#"{"id":"2","name":null}"#, "null at feed.results.[1].name"),
    ]
  )
  func requiredFacts(entry: String, expected: String) {
    #expect(report(FeedText.first(results: FeedText.entry() + "," + entry)) == expected)
  }

  @Test(
    "Answers that are no JSON",
    arguments: ["", "<html><body>503</body></html>", #"{"feed":{"results":[{"id""#]
  )
  func noJSON(text: String) {
    #expect(report(text) == "corrupt at ")
  }
}
