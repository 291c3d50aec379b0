/**
 * A text as a filter compares it: without case and without marks, so that "bjork" finds "Björk" and "duong"
 * finds "Đường" (the Vietnamese đ is a letter of its own, which decomposition leaves alone).
 */
export function fold(text) {
  return text.toLowerCase().normalize("NFD").replace(/\p{M}+/gu, "").replaceAll("đ", "d");
}

/** A test for items: every word of the filter occurs in the name, the artist or a genre. */
export function matcher(filter) {
  const words = fold(filter).split(/\s+/).filter(Boolean);
  return ({ name, artist, genres }) => {
    const haystack = fold([name, artist, ...genres].join("\n"));
    return words.every((word) => haystack.includes(word));
  };
}
