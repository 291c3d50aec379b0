/** How far a key leads in a list whose places have numbers, by the steps of the keys; `null` for other keys. */
export function stepOf(event, steps) {
  return isPlain(event) ? steps[event.key] ?? null : null;
}

/**
 * Where a key leads in a grid of list items: the target for an arrow key, Home and End, `undefined` at the edge, and
 * `null` for other keys and from outside.
 */
export function wayThrough(event, targets) {
  if (!isPlain(event)) return null;
  const current = targets.indexOf(document.activeElement);
  if (current < 0) return null;
  switch (event.key) {
    case "ArrowRight": return targets[current + 1];
    case "ArrowLeft": return targets[current - 1];
    case "ArrowDown": return neighbour(targets, current, 1);
    case "ArrowUp": return neighbour(targets, current, -1);
    case "Home": return targets[0];
    case "End": return targets.at(-1);
    default: return null;
  }
}

/** The target a number of steps on; from outside the grid, the first that is on the screen. */
export function stepFrom(targets, step) {
  const current = targets.indexOf(document.activeElement);
  if (current >= 0) return targets[current + step];
  return targets.find((target) => box(target).bottom > 0) ?? targets[0];
}

/** Moves the focus to a target, and brings the whole of its item onto the screen. */
export function focusItem(target) {
  if (!target) return;
  target.focus({ preventScroll: true });
  target.closest("li").scrollIntoView({ block: "nearest" });
}

/** Together with others a key is the browser's, or the system's. */
function isPlain({ ctrlKey, metaKey, altKey, shiftKey }) {
  return !ctrlKey && !metaKey && !altKey && !shiftKey;
}

/** The next target below (1) or above (-1) the current one: the nearest in the next row. */
function neighbour(targets, current, direction) {
  const from = box(targets[current]);
  const centre = from.left + from.width / 2;
  const beyond = targets.map((target) => ({ target, box: box(target) })).filter(({ box }) =>
    direction > 0 ? box.top >= from.bottom - 1 : box.bottom <= from.top + 1);
  const distance = ({ box }) =>
    Math.abs(direction > 0 ? box.top - from.bottom : from.top - box.bottom) * 4
    + Math.abs(box.left + box.width / 2 - centre);
  return beyond.sort((one, other) => distance(one) - distance(other))[0]?.target;
}

function box(target) {
  return target.closest("li").getBoundingClientRect();
}
