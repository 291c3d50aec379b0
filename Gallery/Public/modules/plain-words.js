/**
 * A text as a filter compares it: without case and without marks, so that "bjork" finds "Björk" and "duong"
 * finds "Đường" (the Vietnamese đ is a letter of its own, which decomposition leaves alone).
 */
export function fold(text) {
  return text.toLowerCase().normalize("NFD").replace(/\p{M}+/gu, "").replaceAll("đ", "d");
}
