import type { SectionPart } from "../values.ts";
import { foldHeading } from "../words/fold.ts";
import { type Head, readHead } from "../words/head.ts";
import { saysNoIssues, saysNone } from "../words/none-words.ts";
import { type Place, placeOfFolded } from "./area.ts";
import { partOfFolded } from "./section-part.ts";

/** A heading, or a bold line in the place of one. What its words mean is worked out once, when it is asked for. */
export class OutlineHeading {
  /** 1 to 6, and 7 for a bold line. */
  readonly level: number;
  /** In the author's markup; for a bold line with its marks, up to the end of its first line. */
  readonly text: string;
  readonly line: number;
  readonly endLine: number;
  #folded: string | undefined;
  #place: Place | undefined;
  #saysNothing: boolean | undefined;
  #head: Head | undefined;
  #part: { readonly value: SectionPart | undefined } | undefined;

  constructor(level: number, text: string, line: number, endLine: number) {
    this.level = level;
    this.text = text;
    this.line = line;
    this.endLine = endLine;
  }

  /** The words as they are compared. */
  get folded(): string {
    this.#folded ??= foldHeading(this.text);
    return this.#folded;
  }

  get place(): Place {
    this.#place ??= placeOfFolded(this.folded, this.text);
    return this.#place;
  }

  /** `No New Issues`: it lists nothing. */
  get saysNothing(): boolean {
    this.#saysNothing ??=
      /^(?:no|n\/a|nil|zero|0|there|i |we |new|issues?)/u.test(this.folded) &&
      (saysNone(this.text) || saysNoIssues(this.text));
    return this.#saysNothing;
  }

  get head(): Head {
    this.#head ??= readHead(this.text);
    return this.#head;
  }

  get part(): SectionPart | undefined {
    this.#part ??= { value: partOfFolded(this.folded, this.place) };
    return this.#part.value;
  }
}
