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
  /** It is a file that its heading names. */
  readonly file: string | undefined;
}

/** Where a sentence stands. */
export interface PlaceInSections {
  readonly kind: SectionKind;
  readonly file: string | undefined;
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
    return { kind: section?.kind ?? 'unknown', file: section?.file, isHead, before: this.#before };
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
        sections.push({
          start,
          kind: kindOf(line),
          end: start + line.length,
          isShort: false,
          file: undefined,
        });
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
  const file = /^[\s#*]*`?((?:[\w@.-]+\/)*[\w@.-]*\w\.[a-z]\w{0,6})`?[\s*:]*$/i.exec(line)?.[1];
  const isShort = file === undefined && /^\W*(?:[\w-]+\W+){0,2}[\w-]+\W*$/.test(line);
  return { start, end: start + line.length, kind: kindOf(line), isShort, file };
}

const plans =
  /\b(?:next|open|to-?dos?|to do|remaining|left|plan\w*|suggest\w*|recommend\w*|propos\w+|possible|options?|findings?|how to|not|untested|optional|could|should|would|will|shall|can|need\w*|want|may|might|try|your?|usage|ideas?|issues?|problems?|risks?|limitations?|caveats?|upstream|history|alternatives?|missing|failed|skipped|if|them|they|team|upcoming|required|necessary|expected|examples?|structure|tree|layout|overview|relevant|related|important|key|existing|current\w*|original\w*|references?|see|where|which|involved|responsible|affected|release notes|follow-?ups?)\b|^\W*(?:to|for|run)\b/i;
const changes =
  /\b(?:changes?|changed|what (?:i|we) (?:did|changed)|modified|created|added|removed|deleted|updated|edited|fixed|fixes|implemented|done|bumped|upgraded|moved|renamed|touched)\b/i;
const checks =
  /\b(?:verif\w+|validat\w+|checks|checked|tests|tested|commands? (?:i )?(?:ran|run|executed)|ran|results?)\b/i;
const looks = /\b(?:inspected|reviewed|looked at|scanned|examined|scope)\b/i;

/** Longer ones are sentences. */
const mostWords = 4;
const isOwn = /\b(?:I|we|I've|we've|what changed|changes made)\b/i;

/** What a heading announces. */
export function kindOf(line: string): SectionKind {
  if (plans.test(line) && !/\bwhat (?:I|we)\b/i.test(line)) return 'plan';
  if (/^\s*\|/.test(line)) return kindOfTable(line);
  if (line.trim().split(/\s+/).length > mostWords && !isOwn.test(line)) return 'unknown';
  if (looks.test(line)) return 'looks';
  if (checks.test(line))
    return isOwn.test(line) || line.trim().split(/\s+/).length < mostWords ? 'checks' : 'unknown';
  return changes.test(line) ? 'changes' : 'unknown';
}

function kindOfTable(head: string): SectionKind {
  const [, first = '', ...others] = head.split('|');
  const tells = others.some(each =>
    /\b(?:changes?|changed|what (?:I|we|was|changed)|status|results?|outcome|done|action|replaced)\b/i.test(
      each,
    ),
  );
  if (!tells) return 'unknown';
  if (/\b(?:files?|paths?|modules?|pages?|environment|documents?)\b/i.test(first)) return 'changes';
  return /\b(?:commands?|steps?|checks?|tests?)\b/i.test(first) ? 'checks' : 'unknown';
}
