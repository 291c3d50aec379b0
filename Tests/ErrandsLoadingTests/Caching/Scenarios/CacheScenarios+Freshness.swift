import ErrandsLoading

/// How long an answer is used without asking (RFC 9111 section 4.2), and what a request says of it (section 5.2.1).
extension CacheScenario {
  /// Fresh to the last second before `seconds`, and asked for from then on.
  private static func lasts(
    _ seconds: Int64,
    _ name: String,
    _ rule: Rule,
    _ fields: HTTPFields,
    hasDate: Bool = true
  ) -> CacheScenario {
    let answer = hasDate ? Answer.ok("1", fields) : Answer.ok("1", fields).withoutDate
    let used: [Exchange] =
      seconds > 0 ? [.keeps(after: seconds - 1, "1"), .asks(after: 1, .ok("2"))] : [.asks(.ok("2"))]
    return CacheScenario(name, rule, [.asks(answer)] + used)
  }

  static let freshness: [CacheScenario] = [
    lasts(
      60,
      "max-age is counted in seconds",
      .required("RFC 9111 section 4.2"),
      ["Cache-Control": "max-age=60"]
    ),
    lasts(0, "max-age=0 is never fresh", .required("RFC 9111 section 4.2"), ["Cache-Control": "max-age=0"]),
    lasts(
      60,
      "the name of a directive is the same in whatever case, and unknown ones say nothing",
      .required("RFC 9111 section 5.2"),
      ["Cache-Control": "x, Max-AGE=60, y=\"max-age=5, no-store\""]
    ),
    lasts(
      60,
      "several fields are one list",
      .required("RFC 9110 section 5.3"),
      ["Cache-Control": "private", "Cache-Control": "max-age=60"]
    ),
    lasts(
      60,
      "a number in quotes is one",
      .required("RFC 9111 section 5.2"),
      ["Cache-Control": "max-age=\"60\""]
    ),
    lasts(
      0,
      "a max-age that is no number is no time at all",
      .chosen("RFC 9111 section 4.2.1 encourages to take it for stale"),
      ["Cache-Control": "max-age=abc", "Expires": "@3600"]
    ),
    lasts(
      5,
      "of two the shorter one counts",
      .chosen("RFC 9111 section 4.2.1 has the first one or the most restrictive"),
      ["Cache-Control": "max-age=5, max-age=60"]
    ),
    lasts(60, "Expires is when", .required("RFC 9111 section 5.3"), ["Expires": "@60"]),
    lasts(
      60,
      "Expires is counted from the server's own Date",
      .required("RFC 9111 section 4.2.1"),
      ["Expires": "@160", "Date": "@100"]
    ),
    lasts(0, "Expires in the past is stale", .required("RFC 9111 section 5.3"), ["Expires": "@-1"]),
    lasts(0, "Expires that is no date is in the past", .required("RFC 9111 section 5.3"), ["Expires": "0"]),
    lasts(
      60,
      "max-age comes before Expires",
      .required("RFC 9111 section 5.3"),
      ["Cache-Control": "max-age=60", "Expires": "@3600"]
    ),
    lasts(
      60,
      "also where that is past",
      .required("RFC 9111 section 5.3"),
      ["Cache-Control": "max-age=60", "Expires": "@-3600"]
    ),
    lasts(
      60,
      "s-maxage is not for a cache of one's own",
      .required("RFC 9111 section 5.2.2.10"),
      ["Cache-Control": "s-maxage=3600, max-age=60"]
    ),
    lasts(
      60,
      "nor is it where it is shorter",
      .required("RFC 9111 section 5.2.2.10"),
      ["Cache-Control": "s-maxage=0, max-age=60"]
    ),
    lasts(
      40,
      "the age that an answer comes with counts",
      .required("RFC 9111 section 4.2.3"),
      ["Cache-Control": "max-age=60", "Age": "20"]
    ),
    lasts(
      0,
      "so that it may be stale when it comes",
      .required("RFC 9111 section 4.2.3"),
      ["Cache-Control": "max-age=60", "Age": "60"]
    ),
    lasts(
      60,
      "an age that is no number does not count",
      .required("RFC 9111 section 5.1"),
      ["Cache-Control": "max-age=60", "Age": "old"]
    ),
    lasts(
      40,
      "the time since Date counts",
      .required("RFC 9111 section 4.2.3"),
      ["Cache-Control": "max-age=60", "Date": "@-20"]
    ),
    lasts(
      60,
      "a server's clock that is ahead makes nothing younger",
      .required("RFC 9111 section 4.2.3"),
      ["Cache-Control": "max-age=60", "Date": "@100"]
    ),
    lasts(
      60,
      "without a date it is as old as the time since it came",
      .required("RFC 9110 section 6.6.1"),
      ["Cache-Control": "max-age=60"],
      hasDate: false
    ),
    lasts(
      100,
      "without a word it is fresh for a tenth of the time since it was changed",
      .chosen("RFC 9111 section 4.2.2 suggests it and requires none"),
      ["Last-Modified": "@-1000"]
    ),
    lasts(0, "without a word and a date it is stale", .required("RFC 9111 section 4.2.2"), [:]),
    lasts(
      2_147_483_648,
      "a lifetime of more seconds than fit is a long one",
      .required("RFC 9111 section 1.2.2"),
      ["Cache-Control": "max-age=99999999999999999999"]
    ).withoutItsEnd,
    CacheScenario(
      "what is given says how old it is",
      .required("RFC 9111 section 5.1"),
      [
        .asks(.ok("1", ["Cache-Control": "max-age=3600", "Age": "10"])),
        .keeps(after: 30, "1", gets: ["Age": "40"]),
      ]
    ),
  ]

  private var withoutItsEnd: CacheScenario { CacheScenario(name, rule, exchanges.dropLast()) }

  private static let hour: HTTPFields = ["Cache-Control": "max-age=3600", "ETag": "\"1\""]

  static let requests: [CacheScenario] =
    ["no-cache", "max-age=0"].map { directive in
      CacheScenario(
        "a request with \(directive) asks whether what is fresh still holds",
        .required("RFC 9111 section 5.2.1"),
        [
          .asks(.ok("1", hour)),
          .confirms(after: 1, "1", if: ["If-None-Match": "\"1\""], with: ["Cache-Control": directive]),
          .keeps(after: 1, "1"),
        ]
      )
    } + [
      CacheScenario(
        "Pragma: no-cache does where there is no Cache-Control",
        .required("RFC 9111 section 5.4"),
        [
          .asks(.ok("1", hour)), .confirms(after: 1, "1", with: ["Pragma": "no-cache"]),
          .keeps("1", with: ["Pragma": "no-cache", "Cache-Control": "max-age=60"]),
        ]
      ),
      CacheScenario(
        "max-age of a request is the oldest that it takes",
        .required("RFC 9111 section 5.2.1.1"),
        [
          .asks(.ok("1", hour)), .keeps(after: 9, "1", with: ["Cache-Control": "max-age=10"]),
          .confirms(after: 1, "1", with: ["Cache-Control": "max-age=10"]),
        ]
      ),
      CacheScenario(
        "min-fresh is how long it has to stay fresh",
        .required("RFC 9111 section 5.2.1.3"),
        [
          .asks(.ok("1", hour)), .keeps(after: 3_000, "1", with: ["Cache-Control": "min-fresh=600"]),
          .confirms(after: 1, "1", with: ["Cache-Control": "min-fresh=600"]),
        ]
      ),
      CacheScenario(
        "max-stale takes what has been stale for no longer",
        .chosen("RFC 9111 section 5.2.1.2 allows it"),
        [
          .asks(.ok("1", hour)), .keeps(after: 3_610, "1", with: ["Cache-Control": "max-stale=10"]),
          .confirms(after: 1, "1", with: ["Cache-Control": "max-stale=10"]),
        ]
      ),
      CacheScenario(
        "only-if-cached gets what is fresh, and never asks the origin",
        .required("RFC 9111 section 5.2.1.7"),
        [
          Exchange(fields: ["Cache-Control": "only-if-cached"], origin: .isNotAsked, result: .failure),
          .asks(.ok("1", ["Cache-Control": "max-age=60"])),
          .keeps(after: 59, "1", with: ["Cache-Control": "only-if-cached"]),
          Exchange(
            wait: 1,
            fields: ["Cache-Control": "only-if-cached"],
            origin: .isNotAsked,
            result: .failure
          ),
        ]
      ),
    ]
}
