import ErrandsImages
import Foundation
import Testing

private typealias Frame = ImageRenderer.Frame

private func clock(hour: Int) -> String {
  """
  <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">
  <path d="M5 5V1" stroke="black" transform="rotate(\\(hour * 30) 5 5)"/></svg>
  """
}

@Suite("The snippets about animations")
struct AnimationSnippets {
  @Test("draw a clock's hand going round", .timeLimit(.minutes(1)))
  func drawn() async throws {
    let frames = (0..<12).map { Frame(svg: clock(hour: $0), delay: .milliseconds(80)) }
    let bytes = try await ImageRenderer.render(frames: frames, width: 200, height: 200).encoded(as: .gif())
    #expect(try await ImageInfo(reading: bytes).frames == 12)
  }

  @Test("show pictures one after another", .timeLimit(.minutes(1)))
  func shown() async throws {
    var pictures: [Picture] = []
    for hour in 0..<3 {
      pictures.append(try await ImageRenderer.render(svg: clock(hour: hour), width: 20, height: 20))
    }
    let frames = pictures.map { Picture.Frame($0, delay: .milliseconds(80)) }
    let bytes = try await Picture(frames: frames).encoded(as: .gif())
    #expect(try await ImageInfo(reading: bytes).frames == 3)
  }
}
