import ErrandsLoading
import Foundation
import GalleryJobs

/// What is kept of batches, in the words of the events.
struct BatchTelling: Sendable {
  let base: URL?
  let signer: ImageSigner

  /// - Parameter progress: How far a batch is; it may have come further than is kept.
  func drafts(of news: BatchNews, progress: (StoredBatch) -> PhotoBatchProgress = \.progress) -> [EventDraft]
  {
    var drafts: [EventDraft] = []
    var entries = news.entries[...]
    while let id = entries.first?.batch {
      var members: [(place: Int64, answer: MemberAnswer)] = []
      while let entry = entries.first, entry.batch == id, case .member(let member) = entry.what {
        members.append((entry.place, answer(member)))
        entries.removeFirst()
      }
      drafts += MemberNews.drafts(of: members, in: id)
      let batch = news.batches[id]
      if let batch { drafts.append(ProgressNews(batch: id, progress: progress(batch)).draft) }
      if let entry = entries.first, entry.batch == id, entry.what == .end {
        entries.removeFirst()
        guard let batch else { continue }
        let data = JSONText.line(EndNews(batch))
        drafts.append(
          EventDraft(name: "photos-done", data: data, topic: .photos, batch: id, place: entry.place)
        )
      }
    }
    return drafts
  }

  func answer(_ member: PhotoMember) -> MemberAnswer {
    let source = member.status == .succeeded ? try? URL(fetching: member.url, below: base) : nil
    return MemberAnswer(member, image: source.map(signer.address))
  }

  func answer(_ contents: BatchContents, progress: PhotoBatchProgress) -> BatchAnswer {
    let members = zip(contents.addresses, contents.outcomes).enumerated().map { index, member in
      member.1.map(answer) ?? MemberAnswer(waiting: index, url: member.0)
    }
    return BatchAnswer(
      batch: contents.batch.id,
      progress: progress,
      members: members,
      done: contents.summary
    )
  }
}
