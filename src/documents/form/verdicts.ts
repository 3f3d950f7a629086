import type { GapId, IssueId } from "../../model/ids.ts";
import type { Block } from "../markdown/block.ts";
import { plainText, withoutCode } from "../markdown/inline.ts";
import type { Lines, VerdictValue } from "../values.ts";
import { type Context, refuse, rewrite } from "./context.ts";
import { gapIdsIn, issueIdsIn } from "./ids-in-text.ts";
import { marksIssue } from "./marks.ts";
import { dropsCells } from "./tables.ts";
import { saysNone, verdictAt, visible } from "./words.ts";

/** A verdict as it is given: for the gaps that it names, or for those under review where it names none. */
export interface GivenVerdict extends Lines {
  readonly gaps: readonly GapId[];
  /** The issues that it names. */
  readonly issues: readonly IssueId[];
  readonly value: VerdictValue;
}

const EXPECTED = "a verdict alone: APPROVED, APPROVED_WITH_NOTES or NEEDS_REVISION";

/**
 * The verdicts of a section: a word, or a list, table or line for each gap. Where nothing was found an approval may have
 * a remark behind it: no issue can stand there unseen.
 */
export function readVerdicts(context: Context, blocks: readonly Block[], foundNothing = false): GivenVerdict[] {
  return blocks.flatMap((block) => {
    if (foundNothing && block.type === "paragraph" && !marksIssue(block.text) && !BUT.test(block.text)) {
      const approved = APPROVED_WITH_REMARK.exec(plainText(block.text.slice(0, 400)))?.[1];
      if (approved !== undefined) return readVerdict(context, approved, block);
    }
    const rows = block.type === "table" && dropsCells(context, block) ? undefined : rowsOf(block);
    if (rows === undefined) refuse(context, block, EXPECTED);
    return (rows ?? []).flatMap(({ text, line }) =>
      readVerdict(context, text, { line, endLine: line }, block.type === "paragraph" ? "" : undefined),
    );
  });
}

const BUT = /\b(?:but|however|except|although|though|unless|once|provided)\b/iu;
const APPROVED_WITH_REMARK = /^(approved?)[ ]{0,2}[-–—:.,][^\n]{1,300}$/iu;

function rowsOf(block: Block): { text: string; line: number }[] | undefined {
  if (block.type === "rule" || (block.type === "html" && block.comment)) return [];
  if (block.type === "paragraph")
    return block.text.split("\n").map((text, index) => ({ text, line: block.line + index }));
  // A gap or a verdict in the header: a table without one.
  const header = block.type === "table" ? block.header.cells.join(" : ") : "";
  if (gapIdsIn(header).length > 0 || verdictIn(header) !== undefined) return undefined;
  if (block.type === "table") return block.rows.map(({ cells, line }) => ({ text: cells.join(" : "), line }));
  if (block.type !== "list") return undefined;
  const rows = block.items.flatMap(({ blocks: [first, more], line }) =>
    first?.type === "paragraph" && more === undefined ? { text: first.text, line } : [],
  );
  return rows.length === block.items.length ? rows : undefined;
}

/** One line with a verdict, rewritten where nothing else stands on it but `lead`. */
export function readVerdict(context: Context, text: string, lines: Lines, lead?: string): GivenVerdict[] {
  const found = verdictIn(text);
  if (found === undefined) {
    if (!saysNone(text)) refuse(context, lines, EXPECTED);
    return [];
  }
  const { gaps, issues, value, bare } = found;
  if (lead !== undefined && bare) rewrite(context, "verdict", lines, `${lead}${value}`);
  return [{ gaps, issues, value, line: lines.line, endLine: lines.endLine }];
}

const SIGNS = /^(?:[^\p{L}\p{N}]|\p{Extended_Pictographic})+/u;

/** `NEEDS_REVISION`, `GAP-A-001: approved`; nothing where other words than ids stand beside it. */
export function verdictIn(text: string): (Omit<GivenVerdict, keyof Lines> & { bare: boolean }) | undefined {
  const words = withoutCode(visible(text.slice(0, 600)));
  const [gapIds, issueIds] = [gapIdsIn(words), issueIdsIn(words)];
  const ids = [...gapIds, ...issueIds];
  const without = ids.reduce((rest, { id }) => rest.replace(id, ""), plainText(words)).replace(/\band\b/gu, "");
  const start = without.replace(SIGNS, "");
  const found = verdictAt(start);
  if (found === undefined || /[\p{L}\p{N}]/u.test(start.slice(found.length))) return undefined;
  const [gaps, issues] = [gapIds.map(({ id }) => id), issueIds.map(({ id }) => id)];
  return { gaps, issues, value: found.value, bare: ids.length === 0 };
}
