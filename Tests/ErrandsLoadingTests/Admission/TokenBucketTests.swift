import Testing

@testable import ErrandsLoading

@Suite("The tokens of a rate limit")
struct TokenBucketTests {
  /// When each of so many requests goes that all come at once, at `start`.
  private func times(_ count: Int, from start: Duration = .zero, _ bucket: inout TokenBucket) -> [Duration] {
    (0..<count).map { _ in
      let time = max(start, bucket.nextToken)
      bucket.take(at: time)
      return time
    }
  }

  @Test("Without a burst requests come evenly")
  func even() {
    var bucket = TokenBucket(RateLimit(requests: 4, per: .seconds(1)))
    #expect(times(4, &bucket) == [0, 250, 500, 750].map(Duration.milliseconds))
  }

  @Test("A burst goes at once, and the rest at the rate")
  func burst() {
    var bucket = TokenBucket(RateLimit(requests: 2, per: .seconds(1), burst: 3))
    #expect(times(5, &bucket) == [0, 0, 0, 500, 1000].map(Duration.milliseconds))
  }

  @Test("After a pause there are as many at once as at first, and not more")
  func pause() {
    var bucket = TokenBucket(RateLimit(requests: 1, per: .seconds(1), burst: 2))
    _ = times(2, &bucket)
    #expect(!bucket.isFull(at: .milliseconds(1_999)))
    #expect(bucket.isFull(at: .seconds(2)))
    #expect(times(3, from: .seconds(100), &bucket) == [100, 100, 101].map(Duration.seconds))
  }

  @Test("Half of a pause gives back half of a burst")
  func half() {
    var bucket = TokenBucket(RateLimit(requests: 1, per: .seconds(1), burst: 4))
    _ = times(4, &bucket)
    #expect(times(3, from: .seconds(2), &bucket) == [2, 2, 3].map(Duration.seconds))
  }

  @Test(
    "Of any limit something comes through, and no number is too large to count with",
    arguments: [
      RateLimit(requests: 0, per: .seconds(1), burst: 0),
      RateLimit(requests: -3, per: .seconds(-1), burst: -1),
      RateLimit(requests: .max, per: .seconds(1), burst: .max),
      RateLimit(requests: 1, per: .seconds(Int64.max), burst: .max),
    ]
  )
  func extremes(_ limit: RateLimit) {
    var bucket = TokenBucket(limit)
    let times = times(3, &bucket)
    #expect(times[0] == .zero)
    #expect(times == times.sorted())
  }

  @Test("A clock that two threads read in another order than they come gives no token twice")
  func disorder() {
    var bucket = TokenBucket(RateLimit(requests: 1, per: .seconds(1)))
    bucket.take(at: .milliseconds(10))
    bucket.take(at: .milliseconds(9))
    #expect(bucket.nextToken == .milliseconds(2_010))
  }
}
