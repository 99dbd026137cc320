import type { Sentence } from './prose.ts';

/** What stands below a heading, a line that introduces a list, or the head of a table. */
export type SectionKind =
  /** What was changed. */
  | 'changes'
  /** What was run to check it. */
  | 'checks'
  /** What was only looked at. */
  | 'looks'
  /** What is to be done, or was found. */
  | 'plan'
  | 'unknown';

interface Section {
  /** Where it begins in the answer. */
  readonly start: number;
  readonly kind: SectionKind;
  readonly end: number;
  /** Its heading is a few words. */
  readonly isShort: boolean;
}

/** Where a sentence stands. */
export interface PlaceInSections {
  readonly kind: SectionKind;
  /** It is the heading itself. */
  readonly isHead: boolean;
  /** How many claims there were before the section. */
  readonly before: number;
}

/** Goes through the sections of an answer along with its sentences. */
export class Sections {
  readonly #sections: readonly Section[];
  #at = -1;
  #before = 0;

  constructor(answer: string) {
    this.#sections = sectionsOf(answer);
  }

  /** @param claims how many claims were found so far */
  of({ start }: Pick<Sentence, 'start'>, claims: number): PlaceInSections {
    const was = this.#at;
    while ((this.#sections[this.#at + 1]?.start ?? start + 1) <= start) this.#at++;
    if (this.#at !== was) this.#before = claims;
    const section = this.#sections[this.#at];
    const isHead = section?.isShort === true && start < section.end && this.#at !== was;
    return { kind: section?.kind ?? 'unknown', isHead, before: this.#before };
  }
}

const isItem = /^\s*(?:[-*+•·]|\d{1,3}[.)]|[✅✔☑✓❌✗⚠]\uFE0F?)\s|^\s*\|/;
const isHeading = /^ {0,3}#{1,6} |^\s*\*\*[^*]{1,80}\*\*:?\s*(?:[✅✔☑✓]\uFE0F?)?\s*$/;

/** A line that is longer is a sentence; its end introduces what comes. */
const longest = 160;

/** The sections of an answer in Markdown, in their order. */
function sectionsOf(answer: string): readonly Section[] {
  const sections: Section[] = [];
  let start = 0;
  let fence = false;
  let inTable = false;
  let before: { readonly start: number; readonly line: string } | undefined;
  for (const line of answer.split('\n')) {
    const isFence = /^ {0,3}(?:```|~~~)/.test(line);
    if (isFence) fence = !fence;
    else if (!fence && isHeading.test(line)) {
      sections.push(sectionOf(start, line));
      before = undefined;
    } else if (!fence && isItem.test(line)) {
      if (before !== undefined) sections.push(sectionOf(before.start, before.line));
      const isTable = /^\s*\|/.test(line);
      // The head of a table tells more than the line above it.
      if (isTable && !inTable && kindOf(line) !== 'unknown')
        sections.push({ start, kind: kindOf(line), end: start + line.length, isShort: false });
      before = undefined;
      inTable = isTable;
    } else if (!fence && line.trim() !== '') {
      before = { start, line: line.slice(-longest) };
      inTable = false;
    }
    start += line.length + 1;
  }
  return sections;
}

function sectionOf(start: number, line: string): Section {
  return {
    start,
    kind: kindOf(line),
    end: start + line.length,
    isShort: /^\W*(?:[\w-]+\W+){0,2}[\w-]+\W*$/.test(line),
  };
}

const plans =
  /\b(?:next|open|to-?dos?|to do|remaining|left|plan|suggest\w*|recommend\w*|proposed?|options?|findings?|how to|not|untested|optional|could|should|would|will|shall|can|need\w*|want|may|might|try|your?|usage|ideas?|issues?|problems?|risks?|limitations?|caveats?|upstream|history|alternatives?|missing|failed|skipped|if|them|they|team)\b|^\W*(?:to|for)\b/i;
const changes =
  /\b(?:changes?|changed|what (?:i|we|was|has|is|changed)\b.*|did|files?(?: touched)?|modified|created|added|removed|deleted|updated|edited|fixed|fixes|implemented|implementation|done|completed?|bumped|upgraded|moved|renamed|written|new files)\b/i;
const checks =
  /\b(?:verif\w+|validat\w+|checks?|checked|test(?:s|ed|ing)?|commands?|ran|quality|results?|steps?|ci)\b/i;
const looks = /\b(?:inspected|reviewed|read|looked at|scanned|examined|analy[sz]ed|scope)\b/i;

function kindOf(line: string): SectionKind {
  if (plans.test(line) && !/\bwhat (?:I|we)\b/.test(line)) return 'plan';
  if (/^\s*\|/.test(line)) return kindOfTable(line);
  if (looks.test(line)) return 'looks';
  if (checks.test(line)) return 'checks';
  return changes.test(line) ? 'changes' : 'unknown';
}

function kindOfTable(head: string): SectionKind {
  const [, first = '', ...others] = head.split('|');
  const tells = others.some(each =>
    /\b(?:chang\w+|what|status|result|outcome|done|action|replaced)\b/i.test(each),
  );
  if (!tells) return 'unknown';
  if (/\b(?:files?|paths?|modules?|pages?|environment|documents?)\b/i.test(first)) return 'changes';
  return /\b(?:commands?|steps?|checks?|tests?)\b/i.test(first) ? 'checks' : 'unknown';
}
