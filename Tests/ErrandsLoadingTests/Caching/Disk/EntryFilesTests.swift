import ErrandsTesting
import Foundation
import Testing

@testable import ErrandsLoading

@Suite("The files of an entry")
struct EntryFilesTests {
  private let request: FetchRequest

  init() throws {
    request = try cacheRequest(
      "secret-path?token=secret-token",
      ["Accept": "png", "Authorization": "Basic secret"]
    )
  }

  private var name: EntryName { EntryName(CacheAddress(request.url), key: "key", varying: [:]) }

  private func record(_ fields: HTTPFields = ["ETag": "\"1\""], length: Int64 = 5) -> EntryRecord {
    EntryRecord(
      key: "key",
      head: cachedHead(request, fields),
      number: "abc",
      length: length,
      checksums: length == 0 ? [] : [1]
    )
  }

  // MARK: Names

  @Test("A name tells hosts, addresses, keys and variants apart, and shows none of them")
  func names() throws {
    let (one, other) = (CacheAddress(request.url), CacheAddress(try URL(fetching: "http://host/b")))
    let elsewhere = CacheAddress(try URL(fetching: "http://elsewhere/b"))
    let names = [
      name, EntryName(other, key: "key", varying: [:]), EntryName(elsewhere, key: "key", varying: [:]),
      EntryName(one, key: "key2", varying: [:]), EntryName(one, key: "key", varying: ["a": "bc"]),
      EntryName(one, key: "key", varying: ["ab": "c"]),
      EntryName(one, key: "key", varying: ["a": "b", "c": ""]),
    ]
    #expect(Set(names).count == names.count)
    func members(_ group: CacheGroup) -> [Bool] { names.map { $0.isMember(of: group) } }
    #expect(members(.all).allSatisfy { $0 })
    #expect(members(.host("HOST")) == [true, true, false, true, true, true, true])
    #expect(members(.address(one)) == [true, false, false, true, true, true, true])
    #expect(members(.key("key", one)) == [true, false, false, false, true, true, true])
    #expect(members(.named("key")) == [true, true, true, false, true, true, true])
    #expect(members(.named("key2")) == [false, false, false, true, false, false, false])
    for name in names {
      #expect(!name.isKeyed)
      #expect(name.text.utf8.count == 83)
      #expect(name.text.allSatisfy { $0.isHexDigit || $0 == "-" })
    }
  }

  @Test("Under a key of the caller's it is the same whatever the address, and another one at another host")
  func keyedNames() throws {
    func name(_ address: String, _ key: String) throws -> EntryName {
      var request = FetchRequest(try URL(fetching: address))
      request.key = key
      return EntryName(CacheAddress(of: request), key: request.cacheKey, varying: [:])
    }
    let photo = try name("http://host/a?signature=1", "photo")
    #expect(try name("https://HOST:8080/b?signature=2", "photo") == photo)
    #expect(try name("http://host/a?signature=1", "film") != photo)
    let elsewhere = try name("http://elsewhere/a?signature=1", "photo")
    #expect(elsewhere != photo)
    #expect(photo.isKeyed && elsewhere.isKeyed)
    #expect(photo.isMember(of: .host("host")) && !elsewhere.isMember(of: .host("host")))
    let named = CacheGroup.named(FetchRequest.cacheKey("photo"))
    #expect(photo.isMember(of: named) && elsewhere.isMember(of: named))
  }

  @Test("A file's name goes there and back, and one that is none of a cache's is not taken for one")
  func fileNames() {
    for file in [EntryFile.head(name), .body(name, number: "1f"), .partial(name, number: "0")] {
      #expect(EntryFile(fileName: file.fileName) == file)
      #expect(file.name == name)
    }
    let text = name.text
    let strange = [
      "", ".", "notes.txt", "\(text)", "\(text).head.txt", "\(text).1.head", "\(text).body",
      "\(text).1.2.body",
      "\(text.dropLast()).head", "\(text)0.head", "\(text.uppercased()).head", "../\(text).head",
      "\(text.replacingOccurrences(of: "-", with: "_")).head",
    ]
    for name in strange { #expect(EntryFile(fileName: name) == nil, "\(name)") }
  }

  // MARK: Records

  @Test(
    "What is written down is read again",
    arguments: [
      [:], ["ETag": "\"ü\""], ["Set-Cookie": "a=1", "set-cookie": "b=2", "X": ""], ["Vary": "accept, x"],
    ]
      as [HTTPFields]
  )
  func roundTrip(_ fields: HTTPFields) {
    for length in [0, 5] as [Int64] {
      let record = record(fields, length: length)
      #expect(EntryRecord(record.encoded) == record)
    }
    // A part of a larger piece of memory is the same as a copy.
    let record = record(fields)
    #expect(EntryRecord((Data([1, 2, 3]) + record.encoded).dropFirst(3)) == record)
  }

  @Test("A record that is changed in any bit, cut off at any place, or longer, is none")
  func damage() {
    let whole = record().encoded
    for bit in 0..<whole.count * 8 {
      var changed = whole
      changed[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(EntryRecord(changed) == nil)
    }
    for length in 0..<whole.count { #expect(EntryRecord(whole.prefix(length)) == nil) }
    #expect(EntryRecord(whole + [0]) == nil)
    #expect(EntryRecord(Data([0]) + whole) == nil)
  }

  /// A checksum is no proof against one who knows how it is made: lengths that are no lengths must not crash the
  /// process.
  @Test("Nonsense with a right checksum is none either")
  func nonsense() {
    var generator = Seeded(state: 1)
    func sealed(_ content: Data) -> Data {
      var writer = ByteWriter()
      writer.put(XXHash64.hash(content))
      return content + writer.bytes
    }
    let content = record().encoded.dropLast(8)
    #expect(EntryRecord(sealed(content)) != nil)
    for place in content.indices {
      for value in [0, 0x7F, 0x80, 0xFF] as [UInt8] {
        var changed = content
        changed[place] = value
        _ = EntryRecord(sealed(changed))?.head.age(at: .max)
      }
    }
    for length in 0..<200 {
      let noise = Data((0..<length).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
      #expect(EntryRecord(sealed(noise)) == nil)
    }
    for length in [-1, .max, .min] as [Int64] { #expect(EntryRecord(record(length: length).encoded) == nil) }
  }

  @Test("Credentials are not written down: not those that an answer varies by, nor those of its address")
  func credentials() throws {
    let varying = record(["Vary": "Authorization, Cookie"])
    #expect(varying.head.varying["authorization"]?.count == 64)
    #expect(varying.encoded.range(of: Data("Basic secret".utf8)) == nil)
    #expect(varying.head.matches(request))
    var other = request
    other.fields["Authorization"] = "Basic other"
    #expect(!varying.head.matches(other))
    other.fields["Authorization"] = nil
    #expect(!varying.head.matches(other))

    let named = FetchRequest(try URL(fetching: "http://user:password@host/a?b=c"))
    let record = EntryRecord(key: "", head: cachedHead(named), number: "", length: 0, checksums: [])
    #expect(record.encoded.range(of: Data("password".utf8)) == nil)
    #expect(EntryRecord(record.encoded)?.head.head.url.absoluteString == "http://host/a?b=c")
  }
}
