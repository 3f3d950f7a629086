/** For each option of a passage question: its key at the terminal and on the page, its id, and its short name. */
export const PASSAGE_KEYS: readonly (readonly [key: string, option: string, name: string])[] = [
  ["f", "fill", "fill"],
  ["e", "edit", "edit"],
  ["2", "edit-2", "edit 2nd"],
  ["a", "add", "add"],
  ["k", "keep", "keep"],
  ["s", "strike", "strike"],
  ["d", "strike-2", "strike 2nd"],
  ["l", "later", "later"],
];
