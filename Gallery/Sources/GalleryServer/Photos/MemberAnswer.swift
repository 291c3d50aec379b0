import Foundation
import GalleryJobs

/// A member of a batch, for the page.
struct MemberAnswer: Encodable {
  private let index: Int
  private let url: String
  /// `waiting`, or what became of it.
  private let status: String
  /// Why it failed, as a sentence.
  private let error: String?
  /// Where the photo is to be seen, on this server.
  private let image: URL?

  init(waiting index: Int, url: String) {
    self.index = index
    self.url = url
    status = "waiting"
    error = nil
    image = nil
  }

  init(_ member: PhotoMember, image: URL?) {
    index = member.index
    url = member.url
    status = member.status.rawValue
    error = member.error
    self.image = image
  }

  private enum CodingKeys: String, CodingKey { case index, url, status, error, image }

  /// By hand, for a missing fact is `null` and not left out.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(index, forKey: .index)
    try container.encode(url, forKey: .url)
    try container.encode(status, forKey: .status)
    try container.encode(error, forKey: .error)
    try container.encode(image, forKey: .image)
  }
}
