import ErrandsUpstream

extension Script {
  /// An article for a path such as `/articles/7.json`; half of one and then nothing for number 666; 404 for others.
  static func article(for request: RecordedRequest) -> Script {
    guard let match = request.path.wholeMatch(of: /\/articles\/([0-9]+)\.json/) else { return .status(404) }
    if match.1 == "666" { return Script(framing: .length(300), steps: [.text(#"{"id":666"#), .stall]) }
    return .json(
      """
      {"id":\(match.1),"title":"Letters \(match.1)","author":"Odessa","summary":"One.",\
      "publishedAt":"2026-11-21T09:00:00Z",\
      "cover":{"url":"http://covers.test/covers/\(match.1).jpg","width":1200,"height":800}}
      """
    )
  }
}
