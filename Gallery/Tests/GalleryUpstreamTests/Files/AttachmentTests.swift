import Testing

@testable import GalleryConnections

@Suite("The name that a file is given")
struct AttachmentTests {
  @Test(
    "is in ASCII, and as it is where that is not all of it",
    arguments: [
      ("a.bin", #"attachment; filename="a.bin""#), ("a b (1).bin", #"attachment; filename="a b (1).bin""#),
      ("mèo.bin", #"attachment; filename="m_o.bin"; filename*=UTF-8''m%C3%A8o.bin"#),
      ("🐈", #"attachment; filename="_"; filename*=UTF-8''%F0%9F%90%88"#),
      ("../../a", #"attachment; filename="../../a""#),
    ]
  )
  func field(_ name: String, _ field: String) {
    #expect(Attachment(name: name).field == field)
  }

  /// A name of an address must not become a field of the head, or a second answer.
  @Test(
    "cannot end the field, or the name in it",
    arguments: [
      ("a\"; x=\"b", #"attachment; filename="a_; x=_b"; filename*=UTF-8''a%22%3B%20x%3D%22b"#),
      (
        "a\r\nSet-Cookie: b",
        #"attachment; filename="a__Set-Cookie: b"; filename*=UTF-8''a%0D%0ASet-Cookie%3A%20b"#
      ),
      ("a\\", #"attachment; filename="a_"; filename*=UTF-8''a%5C"#),
      ("\0\u{7F}", #"attachment; filename="__"; filename*=UTF-8''%00%7F"#),
    ]
  )
  func hurtful(_ name: String, _ field: String) {
    #expect(Attachment(name: name).field == field)
  }
}
