import ErrandsLoading
import Foundation

/// An answer of Giphy's in any of the shapes that it has, or had.
///
/// `{"data":[…],"pagination":{…},"meta":{…}}`; without `pagination`, where the answer is empty or old; and
/// `{"message":"…"}`, where what stands before Giphy refuses. All of them have come with status 200.
struct GiphyAnswer: Decodable {
  private enum CodingKeys: String, CodingKey { case data, pagination, meta, message }
  private enum PaginationKey: String, CodingKey {
    case offset
    case totalCount = "total_count"
  }
  private enum MetaKey: String, CodingKey { case status, msg }

  /// `nil` where there is only a message.
  private let hits: [Gif]?
  private let total: Int?
  private let offset: Int
  private let status: Int?
  private let message: String?

  init(from decoder: any Decoder) throws {
    let answer = try decoder.container(keyedBy: CodingKeys.self)
    let pagination = try? answer.nestedContainer(keyedBy: PaginationKey.self, forKey: .pagination)
    let meta = try? answer.nestedContainer(keyedBy: MetaKey.self, forKey: .meta)
    total = pagination?.count(.totalCount)
    offset = pagination?.count(.offset) ?? 0
    status = meta?.count(.status)
    message = meta?.fact(.msg) ?? answer.fact(.message)
    let isRefusal = status.map { !(200..<300).contains($0) } ?? (message != nil && !answer.contains(.data))
    hits = isRefusal ? nil : try answer.decode([Gif].self, forKey: .data)
  }

  /// The page in it.
  ///
  /// - Throws: ``GiphyError``, where it is a refusal.
  func page(of url: URL, from giphy: Giphy) throws(GiphyError) -> GifPage {
    if let hits { return GifPage(hits: hits, total: total, offset: offset) }
    throw status.flatMap { GiphyError(status: $0, of: url, retryAfter: nil) }
      ?? .refused(url, status: status, message: giphy.concealed(message ?? ""))
  }
}
