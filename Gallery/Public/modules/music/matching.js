import { fold } from "../plain-words.js";

/** A test for items: every word of the filter occurs in the name, the artist or a genre. */
export function matcher(filter) {
  const words = fold(filter).split(/\s+/).filter(Boolean);
  return ({ name, artist, genres }) => {
    const haystack = fold([name, artist, ...genres].join("\n"));
    return words.every((word) => haystack.includes(word));
  };
}
