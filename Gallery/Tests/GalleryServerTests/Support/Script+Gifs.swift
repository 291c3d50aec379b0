import ErrandsUpstream
import Foundation

extension Script {
  /// An animation of two frames of a pixel, which is not the same forwards and backwards.
  static let gifBytes: [UInt8] = {
    let header: [UInt8] = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0] + [0, 0, 0, 0xFF, 0xFF, 0xFF]
    let control: [UInt8] = [0x21, 0xF9, 4, 0, 10, 0, 0, 0]
    let place: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0]
    return header + control + place + [2, 2, 0x44, 1, 0] + control + place + [2, 2, 0x4C, 1, 0] + [0x3B]
  }()

  /// Where a search is asked for: one hit, whose files are on the upstream that the request came to.
  /// Elsewhere: the animation.
  @Sendable static func gifs(for request: RecordedRequest) -> Script {
    gifs(withFile: .ok(gifBytes, contentType: "image/gif"))(request)
  }

  /// The same, with `file` in the place of the animation.
  static func gifs(withFile file: Script) -> @Sendable (RecordedRequest) -> Script {
    { request in
      guard request.path.hasPrefix("/v1/") else { return file }
      let base = "http://\(request.headers["Host"] ?? "")/media"
      return .json(
        #"{"data":[{"type":"gif","id":"a1","title":"Calm Cat GIF","rating":"pg","#
          + #""url":"https://giphy.com/gifs/a1","images":{"#
          + #""downsized_large":{"url":"\#(base)/giphy.gif","width":"480","height":"270","size":"1234"},"#
          + #""fixed_width":{"url":"\#(base)/200w.gif","width":"200","height":"113","size":"123"},"#
          + #""fixed_width_still":{"url":"\#(base)/200w_s.gif","width":"200","height":"113","size":"12"}}}],"#
          + #""pagination":{"total_count":1,"count":1,"offset":0},"meta":{"status":200,"msg":"OK"}}"#
      )
    }
  }
}
