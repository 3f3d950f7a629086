export type LeadingId = NonNullable<ReturnType<typeof leadingId>>;

const LEADING =
  /^([*_`[(]{0,3})([A-Z][A-Za-z]{0,9}(?:-[A-Z]{1,10}){0,2}-?\d{1,5}(?:\.\d{1,4}){0,4})([*_`\])]{0,3}(?:\s?[:.–—-](?:[*_]{1,3})?)?)(?=\s|$)/;

/** The id that a text without a bullet begins with, and the marks around it: `**FR-016**: `. */
export function leadingId(text: string) {
  const [, before = "", id, behind = ""] = LEADING.exec(text.trimStart()) ?? [];
  return id === undefined ? undefined : { id, before, behind: `${behind} ` };
}

/** The next free id of the same kind, with as many digits: `FR-017` after `FR-016` (SPEC 16.4). */
export function nextId(draft: string, id: string): string {
  const [, prefix = "", digits = ""] = /^(.*?)(\d+)$/.exec(id) ?? [];
  const escaped = prefix.replace(/[.*+?^${}()|[\]\\-]/g, "\\$&");
  const used = [...draft.matchAll(new RegExp(`(?<![\\w-])${escaped}(\\d{1,5})(?!\\d)`, "g"))].map(([, number]) =>
    Number(number),
  );
  return `${prefix}${String(Math.max(0, ...used) + 1).padStart(digits.length, "0")}`;
}
