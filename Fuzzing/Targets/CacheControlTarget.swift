extension FuzzTarget {
  /// The directives of a field.
  static let cacheControl = FuzzTarget(name: "cache-control") { input in
    let text = input.text
    let control = CacheControl(["Cache-Control": text])
    let lifetimes = [
      control.maxAge, control.sharedMaxAge, control.maxStale, control.minFresh, control.staleWhileRevalidate,
      control.staleIfError,
    ]
    for lifetime in lifetimes.compactMap({ $0 }) {
      require(lifetime >= 0, "\(lifetime) seconds are a lifetime")
    }
    for name in control.noCacheFields.union(control.privateFields) {
      require(!name.isEmpty && name == name.lowercased(), "“\(name)” is no name of a field in lower case")
    }

    let members = FieldList.members(of: text).map { HTTPFields.Field("cache-control", String($0)) }
    if members.isEmpty {
      require(control == CacheControl(), "there are directives in a list without members")
    } else {
      require(CacheControl(HTTPFields(members)) == control, "a field for each directive says something else")
    }
    let capitals = String(decoding: text.utf8.map(capital), as: UTF8.self)
    require(CacheControl(["CACHE-CONTROL": capitals]) == control, "capitals say something else")

    let more = CacheControl(
      HTTPFields(members + [.init("Cache-Control", "max-age=60"), .init("Cache-Control", "no-store")])
    )
    require(more.noStore, "what forbids to store is passed over")
    require(more.maxAge == min(control.maxAge ?? .max, 60), "of two lifetimes the longer one counts")
  }

  private static func capital(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? byte & ~0x20 : byte
  }
}
