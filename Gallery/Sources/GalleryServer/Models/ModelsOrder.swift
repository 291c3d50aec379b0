import ErrandsLoading
import Foundation

/// What `POST /api/models` asks for: `{"urls":[…]}`.
struct ModelsOrder: Equatable {
  /// How many addresses one request may have.
  static let mostAddresses = 100

  /// As they were given.
  let addresses: [String]
  /// What they lead to.
  let urls: [URL]

  /// - Parameter base: Where addresses that begin with a slash lead to.
  /// - Throws: A problem with status 400 for what is no JSON, 413 for too many addresses, and 422 for JSON that says
  ///   something else.
  init(json: Data, base: URL?) throws(Problem) {
    let value = try json.parsed(orSend: #"{"urls":["https://…"]}"#)
    guard let addresses = (value as? [String: Any])?["urls"] as? [String], !addresses.isEmpty else {
      throw .wrong(#"The body names no list of addresses; send {"urls":["https://…"]}."#)
    }
    guard addresses.count <= Self.mostAddresses else {
      let detail = "\(addresses.count) addresses are too many; send \(Self.mostAddresses) at most."
      throw Problem(status: .contentTooLarge, detail: detail)
    }
    self.addresses = addresses
    var urls: [URL] = []
    for (index, address) in addresses.enumerated() {
      try PhotosOrder.check(address, at: index)
      do {
        let url = try URL(fetching: address, below: base)
        guard !urls.contains(url) else {
          throw Problem.wrong("\(address.prefix(200)) is named twice; name it once.")
        }
        urls.append(url)
      } catch let problem as Problem {
        throw problem
      } catch {
        throw .wrong("\(error)")
      }
    }
    self.urls = urls
  }
}
