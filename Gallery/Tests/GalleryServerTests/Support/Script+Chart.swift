import ErrandsUpstream

extension Script {
  /// A chart of one entry, whose cover is on the upstream that the request came to.
  static func chart(for request: RecordedRequest) -> Script {
    let cover = "http://\(request.headers["Host"] ?? "")/cover/100x100bb.png"
    return .json(
      #"{"feed":{"title":"Top Albums","updated":"Fri, 11 Feb 2022 23:26:35 +0000","results":["#
        + #"{"id":"1","name":"One","artistName":"Somebody","artworkUrl100":"\#(cover)"}]}}"#
    )
  }

  /// One byte comes, and then nothing.
  static let stalled = Script(framing: .length(100), steps: [.text("{"), .stall])

  /// The chart where a chart is asked for, and `cover` where the cover is.
  static func chart(withCover cover: Script) -> @Sendable (RecordedRequest) -> Script {
    { $0.path.hasPrefix("/api/") ? .chart(for: $0) : cover }
  }
}
