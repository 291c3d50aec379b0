import Testing

@testable import ErrandsLoading

@Suite("The file name in Content-Disposition")
struct ContentDispositionTests {
  @Test(
    "is read in each of its forms",
    arguments: [
      ("attachment; filename=photo.jpg", "photo.jpg"),
      (#"inline; filename="a b;c.jpg""#, "a b;c.jpg"),
      (#"attachment; filename="a \"b\" \\ c.jpg""#, #"a "b" \ c.jpg"#),
      ("attachment; FileName = x.png ; size=3", "x.png"),
      ("attachment; filename*=UTF-8''%e1%ba%a3nh.jpg; filename=anh.jpg", "ảnh.jpg"),
      ("attachment; filename=anh.jpg; filename*=utf-8'vi'%E1%BA%A3nh.jpg", "ảnh.jpg"),
      // What cannot be read does not count.
      ("attachment; filename=a.jpg; filename*=ISO-8859-1''%E9.jpg", "a.jpg"),
      ("attachment; filename=a.jpg; filename*=UTF-8''%FF.jpg", "a.jpg"),
      ("attachment; filename=a.jpg; filename*=UTF-8''", "a.jpg"),
      ("attachment; filename=a.jpg; filename=b.jpg", "a.jpg"),
      (#"attachment; filename="../../etc/passwd""#, "../../etc/passwd"),
      // An accent behind a quote, an equals sign or a backslash is one character with it: the quotes stayed in the name.
      ("attachment; filename=\"\u{301}a;b\"", "\u{301}a;b"), ("attachment; filename=\u{338}a", "\u{338}a"),
      ("attachment; filename=\"a\\\u{301}\"", "a\u{301}"),
      // A Greek question mark looks like a semicolon, and is equal to one.
      ("attachment; filename=a\u{37E}b", "a\u{37E}b"),
    ]
  )
  func names(field: String, name: String) {
    #expect(ContentDisposition.fileName(in: field) == name)
  }

  @Test(
    "is missing where there is none",
    arguments: [
      "", "attachment", "filename=a.jpg", "attachment; name=a.jpg", "attachment; filename*=a.jpg",
      ";;;=;\"\\",
    ]
  )
  func none(field: String) {
    #expect(ContentDisposition.fileName(in: field) == nil)
  }
}
