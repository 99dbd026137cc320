import { type Ended, readBeginning } from './invention.ts';
import type { ContractCall, Found } from './outcome.ts';

export interface Kept extends Found {
  readonly isExample: () => boolean;
}

export interface Released {
  readonly findings: readonly Kept[];
  readonly written: string;
}

/** These findings may turn out to end the reply, so they are kept with the text between and after them. */
export function createKeptFindings({ verbatim }: { readonly verbatim: boolean }) {
  let findings: Kept[] = [];
  let last: Found['outcome']['kind'] | undefined;
  let after = '';
  let words = '';
  const mayPropose = () => !verbatim || allCalls(findings);
  const areExamples = () => findings.find(({ outcome }) => outcome.kind !== 'nothing')?.isExample() ?? false;
  const mayCount = () => mayPropose() && !areExamples();
  return {
    isEmpty: () => findings.length === 0,
    endWithCall: () => words === '' && (last === 'calls' || last === 'malformed'),
    hasWords: () => words !== '',
    endReply: () => findings.length > 0 && words === '' && mayCount(),
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
    beginning() {
      if (words === '') return 'open';
      const beginning = readBeginning(words, verbatim ? 'mark' : endedBy(findings));
      return beginning === 'invention' && !mayCount() ? 'other' : beginning;
    },
    dropText(): void {
      [after, words] = ['', ''];
    },
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

export function breaksOf(text: string): string {
  return separators.exec(text)?.[0] ?? '';
}

/** Only these may stand between two calls. */
const separators = /^[\s,;]+/;

function endedBy(findings: readonly Kept[]): Ended {
  const last = findings.findLast(({ outcome }) => outcome.kind !== 'nothing');
  if (last === undefined) return findings.length === 0 ? 'answer' : 'mark';
  if (last.outcome.kind === 'answer') return 'answer';
  return /[`~]{3}\s*$/.test(last.raw.slice(-8)) ? 'block' : 'call';
}

function allCalls(kept: readonly Kept[]): boolean {
  const kinds = kept.map(({ outcome }) => outcome.kind);
  return kinds.includes('calls') && kinds.every(kind => kind === 'calls' || kind === 'nothing');
}
