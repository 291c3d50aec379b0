import ErrandsPostgres
import Testing

@Suite("The address of a database")
struct PostgresAddressTests {
  @Test(
    "It is taken as libpq takes it, and told without its password",
    arguments: [
      ("postgres://host/gallery", "postgres://host/gallery"),
      (
        "postgresql://me:secret@host:5433/gallery?sslmode=require",
        "postgresql://me:…@host:5433/gallery?sslmode=require"
      ),
      ("postgres://host/gallery?password=secret", "postgres://host/gallery?password=…"),
      ("POSTGRES://me:secret@host/gallery", "POSTGRES://me:…@host/gallery"),
      ("postgres://me:a%40secret@host/gallery", "postgres://me:…@host/gallery"),
      ("postgres://host/gallery?application_name=a@b", "postgres://host/gallery?application_name=a@b"),
      ("postgres://?host=/run/postgresql&dbname=gallery", "postgres://?host=/run/postgresql&dbname=gallery"),
    ]
  )
  func taken(_ text: String, _ told: String) throws {
    let address = try PostgresAddress(text)
    #expect(address.description == told)
    #expect(!"\(address)".contains("secret"))
  }

  @Test(
    "What is none is refused in a sentence that says what to write, without the password",
    arguments: [
      ("", "postgres://user@host"), ("http://host/x", "postgres://user@host"),
      ("postgres://me:secret@host", "names no database"),
      ("postgres://me:100%secret@host/x", "write a % in it as %25"),
      ("postgres://me:secret@host/x?colour=red", "no other options"),
      // What stood behind the first @ was taken for the host, and stood in logs and errors.
      ("postgres://me:pass@secret@host/x", "write an @ in it as %40"),
      ("postgres://me:1?secret@host/x", "a ? as %3F"), ("postgres://me:1#secret@host/x", "a # as %23"),
      ("postgres://host:0/x", "a port that there is not"), ("postgres://host/a/b", "%2F"),
    ]
  )
  func refused(_ text: String, _ reason: String) {
    let mistake = #expect(throws: PostgresAddress.Mistake.self) { try PostgresAddress(text) }
    #expect(mistake?.description.contains(reason) == true, "\(mistake?.description ?? "")")
    #expect(mistake?.description.contains("secret") == false)
  }
}
