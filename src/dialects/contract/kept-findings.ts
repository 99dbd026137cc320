import { type Ended, readBeginning } from './invention.ts';
import type { Found } from './outcome.ts';

export interface Kept extends Found {
  readonly isExample: boolean;
}

export interface Released {
  readonly findings: readonly Kept[];
  /** All of it as the model wrote it. */
  readonly written: string;
}

/** Findings that may turn out to end the reply, with the text between and after them. */
export function createKeptFindings({ verbatim }: { readonly verbatim: boolean }) {
  let findings: readonly Kept[] = [];
  let after = '';
  /** Of `after`, from its first word on: as much as it takes to tell what it begins. */
  let words = '';
  const mayCount = () => !findings.some(({ isExample }) => isExample) && (!verbatim || allCalls(findings));
  return {
    get isEmpty() {
      return findings.length === 0;
    },
    /** More than separators follow the findings. */
    get hasWords() {
      return words !== '';
    },
    /** If nothing follows, the findings count. */
    get endReply() {
      return findings.length > 0 && words === '' && mayCount();
    },
    add(found: Found, isExample: boolean): void {
      findings = [...findings, { ...found, raw: after + found.raw, isExample }];
      after = '';
    },
    addText(text: string): void {
      after += text;
      words += words === '' ? text.replace(separators, '') : text;
    },
    /** What the text after the findings begins. Separators alone begin nothing yet. */
    beginning() {
      if (words === '') return 'open';
      if (!mayCount()) return 'other';
      return readBeginning(words, verbatim ? 'mark' : endedBy(findings));
    },
    dropText(): void {
      [after, words] = ['', ''];
    },
    /** Gives up what was kept. */
    release(): Released {
      const released = { findings, written: findings.map(({ raw }) => raw).join('') + after };
      findings = [];
      [after, words] = ['', ''];
      return released;
    },
  };
}

/** The separators at the start of a text. */
export function breaksOf(text: string): string {
  return separators.exec(text)?.[0] ?? '';
}

/** What may stand between two calls. */
const separators = /^[\s,;]+/;

function endedBy(findings: readonly Kept[]): Ended {
  const last = findings.findLast(({ outcome }) => outcome.kind !== 'nothing');
  if (last === undefined) return findings.length === 0 ? 'answer' : 'mark';
  if (last.outcome.kind === 'answer') return 'answer';
  return /[`~]{3}\s*$/.test(last.raw.slice(-8)) ? 'block' : 'call';
}

/** Calls, perhaps with the marks of an end after them. */
function allCalls(kept: readonly Kept[]): boolean {
  const kinds = kept.map(({ outcome }) => outcome.kind);
  return kinds.includes('calls') && kinds.every(kind => kind === 'calls' || kind === 'nothing');
}
