/// The name of an entry's files: digests of the host, the address, the key and the variant, so that nothing of them can
/// be read in a listing of the folder, and the entries of a host, an address or a key are found in it without a look
/// into any file. Under a key of the caller's the address may be another one each time, and the key stands for it
/// (``CacheAddress/init(of:)``).
struct EntryName: Sendable, Hashable {
  /// Between 16, 16, 32 and 16 digits of hexadecimal numbers, four bits each.
  private static let hyphens = [16, 33, 66]
  private static let length = 83

  let text: String

  init(_ address: CacheAddress, key: String, varying: [String: String]) {
    text = EntryName.prefix(address, key: key) + "-" + EntryName.variant(varying)
  }

  /// Nil where it is no such name.
  init?(_ text: some StringProtocol) {
    guard text.utf8.count == Self.length,
      text.utf8.enumerated().allSatisfy({ place, byte in
        Self.hyphens.contains(place) ? byte == UInt8(ascii: "-") : Self.isDigit(byte)
      })
    else { return nil }
    self.text = String(text)
  }

  /// What the entries of an address have in common.
  var address: String { String(text.prefix(33)) }
  /// What the variants of a key have in common.
  var key: String { String(text.prefix(66)) }

  /// Whether it is under a key of the caller's: its address and its key are of one text.
  var isKeyed: Bool { text.dropFirst(17).prefix(16) == text.dropFirst(34).prefix(16) }

  func isMember(of group: CacheGroup) -> Bool { Self.isMember(of: group)(self) }

  /// Tells the members of a group, with the digests made once.
  static func isMember(of group: CacheGroup) -> (EntryName) -> Bool {
    if let prefix = prefix(of: group) { return { $0.text.hasPrefix(prefix) } }
    guard case .named(let key) = group else { return { _ in false } }
    let digest = Self.key(key)
    return { $0.text.dropFirst(34).hasPrefix(digest) }
  }

  /// The beginning that the names of a group have in common; nil where they have none.
  static func prefix(of group: CacheGroup) -> String? {
    switch group {
    case .named: nil
    case .all: ""
    case .host(let name): host(name)
    case .address(let place): address(place)
    case .key(let key, let place): prefix(place, key: key)
    }
  }

  private static func host(_ host: String) -> String {
    String(digest(host.lowercased()))
  }

  private static func address(_ address: CacheAddress) -> String {
    host(address.host) + "-" + digest(address.url)
  }

  private static func prefix(_ address: CacheAddress, key: String) -> String {
    self.address(address) + "-" + self.key(key)
  }

  private static func key(_ key: String) -> Substring { Digest.hexadecimal(of: key).prefix(32) }

  private static func variant(_ varying: [String: String]) -> Substring {
    // The lengths tell `a` with `bc` from `ab` with `c`.
    varying.isEmpty
      ? plain
      : digest(
        varying.sorted { $0.key < $1.key }
          .map { "\($0.key.utf8.count) \($0.key) \($0.value.utf8.count) \($0.value)" }
          .joined(separator: " ")
      )
  }

  private static func digest(_ text: String) -> Substring { Digest.hexadecimal(of: text).prefix(16) }

  /// Of nearly all entries.
  private static let plain = digest("")

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
  }
}

/// A file of the folder, as its name says.
enum EntryFile: Sendable, Hashable {
  /// The head of an entry, which makes it one.
  case head(EntryName)
  /// A body; whose it is says the head that names its number.
  case body(EntryName, number: String)
  /// A head that is being written, or was when its writer died.
  case partial(EntryName, number: String)

  var name: EntryName {
    switch self {
    case .head(let name), .body(let name, _), .partial(let name, _): name
    }
  }

  var fileName: String {
    switch self {
    case .head(let name): "\(name.text).head"
    case .body(let name, let number): "\(name.text).\(number).body"
    case .partial(let name, let number): "\(name.text).\(number).part"
    }
  }

  /// Nil for what is none of a cache's.
  init?(fileName: String) {
    let parts = fileName.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .map(Substring.init)
    guard let name = parts.first.flatMap({ EntryName($0) }) else { return nil }
    switch (parts.count, parts.last) {
    case (2, "head"): self = .head(name)
    case (3, "body"): self = .body(name, number: String(parts[1]))
    case (3, "part"): self = .partial(name, number: String(parts[1]))
    default: return nil
    }
  }

  /// One that no other process, and no other call, has made.
  static func newNumber() -> String { String(UInt64.random(in: .min ... .max), radix: 16) }
}
