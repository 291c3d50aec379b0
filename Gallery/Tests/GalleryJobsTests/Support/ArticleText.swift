import ErrandsUpstream

/// An article's JSON.
enum ArticleText {
  static func json(_ id: Int) -> String {
    """
    {"id":\(id),"title":"Letters","author":"Odessa","summary":"One.","publishedAt":"2026-11-21T09:00:00Z",\
    "cover":{"url":"http://covers.test/\(id).jpg","width":1200,"height":800}}
    """
  }
}

extension Script {
  static func article(_ id: Int) -> Script { .json(ArticleText.json(id)) }

  /// The head and half of the body, and then nothing.
  static let halfAnArticle = Script(framing: .length(200), steps: [.text(#"{"id":1"#), .stall])
}
