import Foundation

@testable import GalleryJobs

/// Hand-made feeds in the shapes that the real ones have.
enum FeedText {
  /// A feed of the first generation around `results`.
  static func first(updated: String = "2019-12-02T01:55:25.000-08:00", results: String) -> String {
    """
    {"feed":{"title":"Top Albums",\
    "id":"https://feeds.test/api/v1/us/apple-music/top-albums/all/10/explicit.json",\
    "author":{"name":"iTunes Store","uri":"http://wwww.apple.com/us/itunes/"},\
    "links":[{"self":"https://feeds.test/self"},{"alternate":"https://feeds.test/room?a=1\\u0026app=music"}],\
    "copyright":"Copyright © 2018. Mọi quyền được bảo lưu.","country":"us",\
    "icon":"http://feeds.test/favicon.ico",\
    "updated":"\(updated)","results":[\(results)]}}
    """
  }

  /// A feed of the second generation around `results`.
  static func second(updated: String = "Fri, 11 Feb 2022 23:26:35 +0000", results: String) -> String {
    """
    {"feed":{"title":"Top Songs",\
    "id":"https://feeds.test/api/v2/us/music/most-played/100/songs.json",\
    "author":{"name":"Apple","url":"https://www.apple.com/"},"links":[{"self":"https://feeds.test/self"}],\
    "copyright":"Copyright © 2022. All rights reserved.","country":"us",\
    "icon":"https://feeds.test/favicon.ico",\
    "updated":"\(updated)","results":[\(results)]}}
    """
  }

  /// The least that an entry has, and `more` behind it.
  static func entry(_ more: String = "") -> String {
    #"{"id":"1","name":"One"\#(more.isEmpty ? "" : ",")\#(more)}"#
  }

  static func chart(_ text: String) throws -> Chart {
    try JSONDecoder().decode(Chart.self, from: Data(text.utf8))
  }

  /// The only entry of a feed that has just the one that is given.
  static func item(_ entry: String) throws -> ChartItem {
    let items = try chart(second(results: entry)).items
    return try items.count == 1 ? items[0] : { throw CountError(count: items.count) }()
  }

  struct CountError: Error {
    let count: Int
  }
}
