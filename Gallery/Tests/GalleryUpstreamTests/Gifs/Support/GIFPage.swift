import Foundation

@testable import GalleryUpstream

/// The answer to a search as a client reads it, with only what a client must not do without.
struct GIFPage: Decodable {
  let data: [Hit]
  let pagination: Pagination?
  let meta: Meta

  struct Hit: Decodable {
    let id: String
    let slug: String
    let url: String
    let title: String?
    let rating: String?
    let user: User?
    let images: [String: Rendition]?
  }

  struct User: Decodable {
    let username: String
  }

  /// Numbers are texts here.
  struct Rendition: Decodable {
    let url: String
    let width: String
    let height: String
    let size: String
    let frames: String?
    let hash: String?
  }

  struct Pagination: Decodable, Equatable {
    let total_count: Int
    let count: Int
    let offset: Int
  }

  struct Meta: Decodable {
    let status: Int
    let msg: String
    let response_id: String
  }
}

extension EmbeddedUpstream {
  /// The address of a search, with a good key.
  func search(_ query: String) -> String {
    url.absoluteString + "/v1/gifs/search?api_key=k&" + query
  }
}
