import ErrandsLoading

/// What may be kept at all, and under which key (RFC 9111 sections 2 and 3).
extension CacheScenario {
  private static let hour: HTTPFields = ["Cache-Control": "max-age=3600"]

  static let storing: [CacheScenario] = [
    CacheScenario(
      "no-store in an answer keeps it out",
      .required("RFC 9111 section 5.2.2.5"),
      [.asks(.ok("1", ["Cache-Control": "no-store, max-age=3600"])), .asks(after: 1, .ok("2"))]
    ),
    CacheScenario(
      "no-store in a request keeps its answer out",
      .required("RFC 9111 section 5.2.1.5"),
      [.asks(.ok("1", hour), with: ["Cache-Control": "no-store"]), .asks(after: 1, .ok("2"))]
    ),
    CacheScenario(
      "private is kept by a cache of one's own",
      .required("RFC 9111 section 5.2.2.7"),
      [.asks(.ok("1", ["Cache-Control": "private, max-age=3600"])), .keeps(after: 1, "1")]
    ),
    CacheScenario(
      "Vary: * is never the answer to another request",
      .required("RFC 9111 section 4.1"),
      [.asks(.ok("1", ["Cache-Control": "max-age=3600", "Vary": "*"])), .asks(after: 1, .ok("2"))]
    ),
    CacheScenario(
      "an answer that broke off is not kept as a whole",
      .required("RFC 9111 section 3.3"),
      [.asks(.ok("1234", hour).brokenOff, gets: .failure), .asks(after: 1, .ok("2"))]
    ),
    CacheScenario(
      "a part is not given for the whole",
      .required("RFC 9111 section 3.4"),
      [
        .asks(
          .status(
            206,
            "12",
            ["Cache-Control": "max-age=3600", "Content-Range": "bytes 0-1/4", "ETag": "\"1\""]
          ),
          with: ["Range": "bytes=0-1"]
        ),
        .asks(after: 1, .ok("1234", hour)),
        .keeps(after: 1, "1234"),
      ]
    ),
    CacheScenario(
      "the answer to HEAD is not given for that to GET",
      .required("RFC 9111 section 4"),
      [.asks(.ok("", hour), method: "HEAD"), .asks(after: 1, .ok("2", hour)), .keeps(after: 1, "2")]
    ),
    CacheScenario(
      "another query is another resource",
      .required("RFC 9111 section 2"),
      [
        .asks(.ok("1", hour), path: "/a?x=1"), .asks(.ok("2", hour), path: "/a?x=2"),
        .keeps("1", path: "/a?x=1"), .keeps("2", path: "/a?x=2"), .asks(.ok("3"), path: "/a"),
      ]
    ),
    CacheScenario(
      "what was found not to be there is kept, if it says for how long",
      .required("RFC 9111 section 3"),
      [
        .asks(.status(404, "", hour)),
        Exchange(wait: 1, origin: .isNotAsked, result: .status(404)),
        .asks(after: 3_600, .ok("2")),
      ]
    ),
    CacheScenario(
      "a failure of the server is not kept for as long as it says nothing",
      .required("RFC 9111 section 3"),
      [.asks(.status(500, "", ["Last-Modified": "@-100000"])), .asks(after: 1, .ok("2"))]
    ),
    CacheScenario(
      "two users never share an answer",
      .chosen("a private cache may take its user to be one; this one may carry the requests of several"),
      [
        .asks(.ok("1", hour), with: ["Authorization": "Basic 1"]),
        .keeps(after: 1, "1", with: ["Authorization": "Basic 1"]),
        .asks(.ok("2", hour), with: ["Authorization": "Basic 2"]),
        .asks(.ok("3", hour)),
        .keeps("1", with: ["Authorization": "Basic 1"]), .keeps("3"),
      ]
    ),
  ]

  /// What comes of a request that may have changed something (RFC 9111 section 4.4).
  static let invalidating: [CacheScenario] =
    ["POST", "PUT", "DELETE", "PATCH"].map { method in
      CacheScenario(
        "\(method) that succeeds makes what is kept of its address stale",
        .required("RFC 9111 section 4.4"),
        [
          .asks(.ok("1", hour)), .keeps("1"),
          .asks(.ok("done"), method: method), .asks(.ok("2", hour)), .keeps("2"),
        ]
      )
    } + [
      CacheScenario(
        "POST that fails does not",
        .required("RFC 9111 section 4.4"),
        [.asks(.ok("1", hour)), .asks(.status(500), method: "POST"), .keeps("1")]
      ),
      CacheScenario(
        "POST elsewhere does not",
        .required("RFC 9111 section 4.4"),
        [.asks(.ok("1", hour)), .asks(.ok("done"), path: "/b", method: "POST"), .keeps("1")]
      ),
      CacheScenario(
        "HEAD and GET do not",
        .required("RFC 9111 section 4.4"),
        [.asks(.ok("1", hour)), .asks(.ok(""), path: "/b", method: "HEAD"), .keeps("1")]
      ),
    ]
}
