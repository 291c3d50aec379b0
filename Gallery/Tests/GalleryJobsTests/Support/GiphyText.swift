import ErrandsUpstream
import Foundation

/// Answers in Giphy's format: every number of a rendition is a text.
enum GiphyText {
  /// A page of hits.
  static func page(_ hits: [String], total: Int? = nil, offset: Int = 0) -> String {
    let total = total ?? hits.count
    return """
      {"data":[\(hits.joined(separator: ","))],\
      "pagination":{"total_count":\(total),"count":\(hits.count),"offset":\(offset)},\
      "meta":{"status":200,"msg":"OK","response_id":"0"}}
      """
  }

  /// A hit with these renditions, each at an address.
  static func hit(_ id: String, title: String? = "Mèo Vui GIF", _ renditions: [String: String]) -> String {
    let images = renditions.sorted { $0.key < $1.key }.map { name, address in
      #""\#(name)":{"url":"\#(address)","width":"480","height":"270","size":"1234"}"#
    }
    let title = title.map { #""title":"\#($0)","# } ?? ""
    return #"{"type":"gif","id":"\#(id)",\#(title)"url":"https://giphy.com/gifs/\#(id)","rating":"g","#
      + #""images":{\#(images.joined(separator: ","))}}"#
  }

  /// Hits whose files are at `/media/ID/giphy.gif` of an upstream.
  static func hits(_ ids: [String], at base: URL) -> [String] {
    ids.map { hit($0, title: "GIF \($0)", ["downsized_large": "\(base)/media/\($0)/giphy.gif"]) }
  }
}

/// The bytes of small animations.
enum GifBytes {
  /// One pixel, in so many frames.
  static func animation(frames: Int = 3) -> [UInt8] {
    let header: [UInt8] = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0] + [0, 0, 0, 0xFF, 0xFF, 0xFF]
    let frame: [UInt8] =
      [0x21, 0xF9, 4, 0, 10, 0, 0, 0] + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0] + [2, 2, 0x44, 1, 0]
    return header + (0..<frames).flatMap { _ in frame } + [0x3B]
  }
}

extension Script {
  static func gif(frames: Int = 3, headers: HeaderFields = [:]) -> Script {
    .ok(GifBytes.animation(frames: frames), contentType: "image/gif", headers: headers)
  }
}
