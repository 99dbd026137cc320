import { type Ended, readBeginning } from './invention.ts';
import type { ContractCall, Found } from './outcome.ts';

export interface Kept extends Found {
  readonly isExample: () => boolean;
}

export interface Released {
  /** What may be proposed of it: beside broken calls, marked calls are text. */
  readonly findings: readonly Kept[];
  /** All of it as the model wrote it. */
  readonly written: string;
}

/** Findings that may turn out to end the reply, with the text between and after them. */
export function createKeptFindings({ verbatim }: { readonly verbatim: boolean }) {
  let findings: Kept[] = [];
  /** Of the last finding that means something. */
  let last: Found['outcome']['kind'] | undefined;
  let after = '';
  /** Of `after`, from its first word on: as much as it takes to tell what it begins. */
  let words = '';
  const mayPropose = () => !verbatim || allCalls(findings);
  // Between findings there is nothing but separators, so what announces the first announces all.
  const areExamples = () => findings.find(({ outcome }) => outcome.kind !== 'nothing')?.isExample() ?? false;
  const mayCount = () => mayPropose() && !areExamples();
  return {
    isEmpty() {
      return findings.length === 0;
    },
    endWithCall() {
      return words === '' && (last === 'calls' || last === 'malformed');
    },
    /** More than separators follow the findings. */
    hasWords() {
      return words !== '';
    },
    /** If nothing follows, the findings count. */
    endReply() {
      return findings.length > 0 && words === '' && mayCount();
    },
    hasCalls(are: (written: string, calls: readonly ContractCall[]) => boolean): boolean {
      return findings.some(({ raw, outcome }) => outcome.kind === 'calls' && are(raw, outcome.calls));
    },
    add(found: Found, isExample: () => boolean): void {
      findings.push({ ...found, raw: after + found.raw, isExample });
      after = '';
      if (found.outcome.kind !== 'nothing') last = found.outcome.kind;
    },
    addText(text: string): void {
      after += text;
      words += words === '' ? text.replace(separators, '') : text;
    },
    /** What the text after the findings begins. Separators alone begin nothing yet. */
    beginning() {
      if (words === '') return 'open';
      const beginning = readBeginning(words, verbatim ? 'mark' : endedBy(findings));
      return beginning === 'invention' && !mayCount() ? 'other' : beginning;
    },
    dropText(): void {
      [after, words] = ['', ''];
    },
    /** Gives up what was kept. */
    release(): Released {
      const released = {
        findings: mayPropose() ? findings : [],
        written: findings.map(({ raw }) => raw).join('') + after,
      };
      findings = [];
      last = undefined;
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
