import Testing

@testable import ErrandsUpstream

@Suite("A field of entity tags")
struct EntityTagsTests {
  @Test(
    "is a list, in which a tag may have commas, or any",
    arguments: [
      ("\"a\"", .list(["\"a\""])), ("\"a\", W/\"b\"", .list(["\"a\"", "W/\"b\""])), ("*", .any),
      (" * ", .any),
      ("\"a,b\",\"\"", .list(["\"a,b\"", "\"\""])), ("", .list([])), ("a", .list([])),
      ("\"a\", \"b", .list(["\"a\""])), (",\"a\",,", .list(["\"a\""])),
    ] as [(String, EntityTags)]
  )
  func list(_ text: String, _ expected: EntityTags) {
    #expect(EntityTags(text) == expected)
  }

  @Test(
    "names the same bytes only by a strong tag on both sides",
    arguments: [
      ("\"1\"", "\"1\"", true, true), ("W/\"1\"", "W/\"1\"", false, true), ("W/\"1\"", "\"1\"", false, true),
      ("\"1\"", "W/\"1\"", false, true), ("W/\"1\"", "W/\"2\"", false, false),
      ("\"2\", \"1\"", "\"1\"", true, true),
      ("\"A\"", "\"a\"", false, false), ("*", "W/\"1\"", true, true),
    ]
  )
  func comparison(_ field: String, _ tag: String, _ isStrong: Bool, _ isWeak: Bool) {
    #expect(EntityTags(field).containsStrongly(tag) == isStrong)
    #expect(EntityTags(field).containsWeakly(tag) == isWeak)
  }

  @Test("matches what has no tag only where it takes any")
  func none() {
    #expect(EntityTags("*").containsStrongly(nil))
    #expect(EntityTags("*").containsWeakly(nil))
    #expect(!EntityTags("\"\"").containsStrongly(nil))
    #expect(!EntityTags("\"\"").containsWeakly(nil))
  }
}
