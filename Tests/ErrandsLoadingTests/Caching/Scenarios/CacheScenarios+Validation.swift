import ErrandsLoading

/// Asking whether what is kept still holds (RFC 9111 section 4.3), and what is stale (section 4.2.4, RFC 5861).
extension CacheScenario {
  private static let minute: HTTPFields = ["Cache-Control": "max-age=60", "ETag": "\"1\""]

  static let validating: [CacheScenario] = [
    CacheScenario(
      "what is stale is asked about by its tag, and is fresh once more where it still holds",
      .required("RFC 9111 section 4.3"),
      [
        .asks(.ok("1", minute), if: ["If-None-Match": nil, "If-Modified-Since": nil]),
        .confirms(after: 60, "1", minute, if: ["If-None-Match": "\"1\""]),
        .keeps(after: 59, "1"),
        .confirms(after: 1, "1", minute, if: ["If-None-Match": "\"1\""]),
      ]
    ),
    CacheScenario(
      "by a weak tag too, for it is the whole that is asked about",
      .required("RFC 9110 section 13.1.2"),
      [
        .asks(.ok("1", ["Cache-Control": "max-age=60", "ETag": "W/\"1\""])),
        .confirms(after: 60, "1", if: ["If-None-Match": "W/\"1\""]),
      ]
    ),
    CacheScenario(
      "by its date where it has no tag",
      .required("RFC 9111 section 4.3.1"),
      [
        .asks(.ok("1", ["Cache-Control": "max-age=60", "Last-Modified": "Sun, 06 Nov 1994 08:00:00 GMT"])),
        .confirms(
          after: 60,
          "1",
          if: ["If-Modified-Since": "Sun, 06 Nov 1994 08:00:00 GMT", "If-None-Match": nil]
        ),
      ]
    ),
    CacheScenario(
      "without a condition where it has neither",
      .required("RFC 9111 section 4.3.1"),
      [
        .asks(.ok("1", ["Cache-Control": "max-age=60"])),
        .asks(after: 60, .ok("2"), if: ["If-None-Match": nil, "If-Modified-Since": nil]),
      ]
    ),
    CacheScenario(
      "another answer takes the place of what is kept",
      .required("RFC 9111 section 4.3.3"),
      [
        .asks(.ok("1", minute)),
        .asks(
          after: 60,
          .ok("2", ["Cache-Control": "max-age=60", "ETag": "\"2\""]),
          if: ["If-None-Match": "\"1\""]
        ),
        .keeps(after: 59, "2"),
        .confirms(after: 1, "2", if: ["If-None-Match": "\"2\""]),
      ]
    ),
    CacheScenario(
      "an answer that is not kept takes it away all the same",
      .required("RFC 9111 section 4.3.3"),
      [
        .asks(.ok("1", minute)), .asks(after: 60, .ok("2", ["Cache-Control": "no-store"])),
        .asks(.ok("3"), if: ["If-None-Match": nil]),
      ]
    ),
    CacheScenario(
      "no-cache of an answer is asked about each time",
      .required("RFC 9111 section 5.2.2.4"),
      [
        .asks(.ok("1", ["Cache-Control": "no-cache, max-age=3600", "ETag": "\"1\""])),
        .confirms(after: 1, "1", if: ["If-None-Match": "\"1\""]),
        .confirms(after: 1, "1", if: ["If-None-Match": "\"1\""]),
      ]
    ),
    CacheScenario(
      "304 brings newer fields, and leaves those that it does not have",
      .required("RFC 9111 section 3.2"),
      [
        .asks(.ok("1", ["Cache-Control": "max-age=60", "ETag": "\"1\"", "X": "old", "Y": "old"])),
        .confirms(after: 60, "1", ["X": "new"], gets: ["X": "new", "Y": "old"]),
        .keeps(after: 1, "1", gets: ["X": "new", "Y": "old"]),
      ]
    ),
    CacheScenario(
      "304 brings another lifetime",
      .required("RFC 9111 section 4.3.4"),
      [
        .asks(.ok("1", minute)),
        .confirms(after: 60, "1", ["Cache-Control": "max-age=600", "ETag": "\"1\""]),
        .keeps(after: 599, "1"), .confirms(after: 1, "1"),
      ]
    ),
    CacheScenario(
      "304 does not describe the body",
      .required("RFC 9111 section 3.2"),
      [
        .asks(.ok("1", ["Cache-Control": "max-age=60", "ETag": "\"1\"", "Content-Type": "text/plain"])),
        .confirms(
          after: 60,
          "1",
          ["Content-Length": "0", "Content-Type": "image/gif"],
          gets: ["Content-Length": "1", "Content-Type": "text/plain"]
        ),
      ]
    ),
  ]

  static let stale: [CacheScenario] = [
    CacheScenario(
      "must-revalidate is never given stale, whatever the request takes",
      .required("RFC 9111 section 5.2.2.2"),
      [
        .asks(.ok("1", ["Cache-Control": "max-age=60, must-revalidate, stale-if-error=600"])),
        .asks(after: 60, .status(503), with: ["Cache-Control": "max-stale=600"]),
      ]
    ),
    CacheScenario(
      "proxy-revalidate is not for a cache of one's own",
      .required("RFC 9111 section 5.2.2.8"),
      [
        .asks(.ok("1", ["Cache-Control": "max-age=60, proxy-revalidate"])),
        .keeps(after: 60, "1", with: ["Cache-Control": "max-stale=600"]),
      ]
    ),
    CacheScenario(
      "a failure of the server is told where nothing allows what is stale",
      .chosen("RFC 9111 section 4.2.4 would allow it"),
      [.asks(.ok("1", minute)), .asks(after: 60, .status(503)), .asks(.ok("2"))]
    ),
    CacheScenario(
      "stale-if-error gives what is stale where the server fails, for as long as it says",
      .required("RFC 5861 section 4"),
      [
        .asks(.ok("1", ["Cache-Control": "max-age=60, stale-if-error=600", "ETag": "\"1\""])),
        .asks(after: 659, .status(503), gets: .body("1")),
        .asks(.status(500), gets: .body("1")),
        .asks(after: 2, .status(503)),
      ]
    ),
    CacheScenario(
      "and not where it says what is wrong with the request",
      .required("RFC 5861 section 4"),
      [.asks(.ok("1", ["Cache-Control": "max-age=60, stale-if-error=600"])), .asks(after: 60, .status(404))]
    ),
    CacheScenario(
      "stale-while-revalidate gives what is stale at once, and asks meanwhile",
      .required("RFC 5861 section 3"),
      [
        .asks(.ok("1", ["Cache-Control": "max-age=60, stale-while-revalidate=60", "ETag": "\"1\""])),
        Exchange(wait: 119, origin: .answersMeanwhile(.ok("2", minute)), result: .body("1")),
        .keeps("2"),
        .asks(after: 60, .ok("3"), if: ["If-None-Match": "\"1\""]),
      ]
    ),
    CacheScenario(
      "and not when it is past that too",
      .required("RFC 5861 section 3"),
      [
        .asks(.ok("1", ["Cache-Control": "max-age=60, stale-while-revalidate=60"])),
        .asks(after: 121, .ok("2")),
      ]
    ),
  ]

  /// One address with several answers (RFC 9111 section 4.1).
  static let varying: [CacheScenario] = [
    CacheScenario(
      "an answer that varies is given to requests with the same field, however it is spaced",
      .required("RFC 9111 section 4.1"),
      [
        .asks(.ok("1", ["Cache-Control": "max-age=60", "Vary": "Accept"]), with: ["Accept": "a, b"]),
        .keeps("1", with: ["accept": "a,b"]), .keeps("1", with: ["Accept": "a, b", "X": "1"]),
        .asks(.ok("2"), with: ["Accept": "b"]),
      ]
    ),
    CacheScenario(
      "and not to one that lacks the field, or has it where the other one had none",
      .required("RFC 9111 section 4.1"),
      [
        .asks(.ok("1", ["Cache-Control": "max-age=60", "Vary": "X"]), with: ["X": "1"]),
        .asks(.ok("2", ["Cache-Control": "max-age=60", "Vary": "X"])),
        .keeps("2"),
        .asks(.ok("3"), with: ["X": "3"]),
      ]
    ),
    CacheScenario(
      "all the fields that it names count, in whatever case and in however many fields",
      .required("RFC 9111 section 4.1"),
      [
        .asks(
          .ok("1", ["Cache-Control": "max-age=60", "Vary": "x, Y", "Vary": "Z"]),
          with: ["X": "1", "Y": "2", "Z": "3"]
        ),
        .keeps("1", with: ["Z": "3", "Y": "2", "X": "1"]),
        .asks(.ok("2"), with: ["X": "1", "Y": "2", "Z": "4"]),
      ]
    ),
    CacheScenario(
      "several variants are kept beside one another",
      .chosen("RFC 9111 section 4.1 lets a cache keep any number"),
      [
        .asks(.ok("1", ["Cache-Control": "max-age=60", "Vary": "X"]), with: ["X": "1"]),
        .asks(.ok("2", ["Cache-Control": "max-age=60", "Vary": "X"]), with: ["X": "2"]),
        .keeps("1", with: ["X": "1"]), .keeps("2", with: ["X": "2"]),
      ]
    ),
  ]
}
