/** The narrowest and the widest that a pixel may be, in microseconds. */
const limits = [1, 5e6];
/** What is to be seen of the past when the view follows the present, in the beginning: half a minute over a wide window. */
const beginning = 25_000;

/**
 * Which stretch of time is on the canvas: `left` is the time at its left edge, `scale` the microseconds of a pixel. A view
 * that follows has the present at its right edge.
 */
export class View {
  left = 0;
  scale = beginning;
  isFollowing = true;
  /** Whether a whole stretch is shown, and no part of it was looked for since. */
  isFitted = false;
  /** Where time stands still; `null` while it goes on. */
  pausedAt = null;
  width = 1;

  /** Comes to the present, where it follows that. */
  advance(now) {
    if (this.isFollowing) this.left = (this.pausedAt ?? now) - this.width * 0.94 * this.scale;
  }

  x(time) {
    return (time - this.left) / this.scale;
  }

  time(x) {
    return this.left + x * this.scale;
  }

  pause(now) {
    this.pausedAt = now;
  }

  goOn() {
    this.pausedAt = null;
  }

  /** Makes a pixel so many times as wide, around a place that stays where it is; a view that follows keeps the present. */
  zoom(factor, x) {
    const time = this.time(x);
    this.isFitted = false;
    this.scale = Math.min(Math.max(this.scale * factor, limits[0]), limits[1]);
    if (!this.isFollowing) this.left = time - x * this.scale;
  }

  pan(pixels) {
    this.isFollowing = false;
    this.isFitted = false;
    this.left += pixels * this.scale;
  }

  /** Goes to a stretch of time of which nothing is on the canvas. */
  reach(from, to) {
    if (this.x(to) >= 0 && this.x(from) <= this.width) return;
    this.isFollowing = false;
    this.isFitted = false;
    this.left = from - this.width * 0.1 * this.scale;
  }

  /** Shows all of a stretch of time. */
  fit(from, to) {
    this.isFollowing = false;
    this.isFitted = true;
    this.scale = Math.min(Math.max((to - from) / (this.width * 0.9), limits[0]), limits[1]);
    this.left = from - this.width * 0.05 * this.scale;
  }
}
