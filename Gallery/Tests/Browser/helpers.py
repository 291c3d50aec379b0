"""What several files of tests look at, and how."""

import time
from collections.abc import Callable

from gallery import PATIENCE

PHONE = {"viewport": {"width": 360, "height": 740}}
HORIZONTAL_OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"

# Adds up how far anything on the page moves by itself (Layout Instability).
WATCH_JUMPS = """
  window.jumped = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.jumped += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
"""

# A promise of the next picture that is painted, with its time.
NEXT_FRAME = "new Promise(requestAnimationFrame)"


def eventually(holds: Callable[[], bool]):
    """Asks again and again, where no event tells of it; for a condition that asks the server."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "it has not come to that"


def luminance(colour) -> float:
    """The relative luminance (WCAG 2.2) of red, green and blue, 0 to 255 each."""
    linear = [c / 255 / 12.92 if c / 255 <= 0.04045 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other) -> float:
    """The contrast ratio (WCAG 2.2) of two colours."""
    bright, dim = sorted([luminance(one), luminance(other)], reverse=True)
    return (bright + 0.05) / (dim + 0.05)


def channels(colour: str) -> list[int]:
    """Red, green and blue of `#rrggbb` or `#rgb`."""
    digits = colour.lstrip("#")
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    return [int(digits[start:start + 2], 16) for start in (0, 2, 4)]
