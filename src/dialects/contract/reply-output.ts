import { wholePairs } from '../well-formed.ts';
import { type Ended, readBeginning } from './invention.ts';
import type { ContractCall, Found } from './outcome.ts';

/** What a reply turned out to say. */
export type ReplyEvent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  /**
   * `written`: the piece of the reply that holds it, which is not among the `text` events. If a piece holds several
   * calls, only the first has it.
   */
  | { readonly type: 'call'; readonly call: ContractCall; readonly written: string }
  /** A call that was only shown. Its text is among the `text` events. */
  | { readonly type: 'proposal'; readonly call: ContractCall }
  /** A failed attempt at a call, at the end of the reply. Its text is not among the `text` events. */
  | { readonly type: 'malformed'; readonly written: string; readonly reason: string }
  /**
   * After its calls or its answer, the model went on in another's name: with a result that no tool gave, or as the
   * user. None of that is among the other events, and nothing that follows is read.
   */
  | { readonly type: 'invention' };

export interface ReplyOutput {
  say(text: string): void;
  answer(text: string): void;
  think(text: string): void;
  /** Keeps what was found until it is known whether it ends the reply. */
  keep(found: Found, isExample: boolean): void;
  /** Nothing has been said or kept yet. */
  readonly isFresh: boolean;
  /** The rest of the reply is invented, and not read. */
  readonly isCut: boolean;
  /** The reply has ended: the kept calls count. */
  settle(): void;
  /** The reply has ended: the kept calls were only shown. */
  settleAsText(): void;
  drain(): readonly ReplyEvent[];
}

interface Kept extends Found {
  readonly isExample: boolean;
}

/** `verbatim`: text that is not a call is passed on exactly. */
export function createReplyOutput({ verbatim }: { readonly verbatim: boolean }): ReplyOutput {
  let events: ReplyEvent[] = [];
  let hasAnswered = false;
  let isCut = false;
  const kept = createKeptFindings({ verbatim });
  const speech = createSpeech(verbatim, (type, text) => events.push({ type, text }));

  // More text follows them, so they were only shown.
  const show = () => {
    hasAnswered = false;
    const { findings, written } = kept.release();
    speech.say(written);
    for (const { outcome } of findings) {
      if (outcome.kind === 'calls') for (const call of outcome.calls) events.push({ type: 'proposal', call });
    }
  };

  /** What stands between an answer and the text after it belongs to the answer. */
  const sayBreaks = (text: string) => {
    const rest = text.replace(separators, '');
    speech.say(text.slice(0, text.length - rest.length));
    return rest;
  };

  return {
    say(text) {
      if (isCut) return;
      if (kept.findings.length === 0 && !hasAnswered) return speech.say(text);
      const rest = hasAnswered && !kept.hasWords ? sayBreaks(text) : text;
      kept.addText(rest);
      const beginning = kept.beginning();
      if (beginning === 'other') show();
      if (beginning !== 'invention') return;
      isCut = true;
      kept.dropText();
      events.push({ type: 'invention' });
    },
    answer(text) {
      if (isCut) return;
      hasAnswered = true;
      speech.say(text);
    },
    think(text) {
      if (!isCut) speech.think(text);
    },
    keep(found, isExample) {
      if (isCut) return;
      if (kept.hasWords) show();
      hasAnswered = false;
      kept.add(found, isExample);
    },
    get isCut() {
      return isCut;
    },
    get isFresh() {
      return !speech.hasSaid && kept.findings.length === 0;
    },
    settle() {
      if (kept.findings.some(({ isExample }) => isExample) || (verbatim && !allCalls(kept.findings))) show();
      else if (kept.hasWords || kept.findings.length === 0) show();
      for (const found of kept.release().findings) {
        if (found.outcome.kind === 'answer') speech.say(found.outcome.text);
        if (found.outcome.kind === 'calls') speech.say(found.outcome.said);
        events.push(...eventsOf(found));
      }
      speech.end();
    },
    settleAsText() {
      show();
      speech.end();
    },
    drain() {
      const drained = events;
      events = [];
      return drained;
    },
  };
}

/** Findings that may turn out to end the reply, with the text between and after them. */
function createKeptFindings({ verbatim }: { readonly verbatim: boolean }) {
  let findings: readonly Kept[] = [];
  let after = '';
  /** Of `after`, from its first word on: as much as it takes to tell what it begins. */
  let words = '';
  return {
    get findings() {
      return findings;
    },
    /** More than separators follow the findings. */
    get hasWords() {
      return words !== '';
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
      if (findings.some(({ isExample }) => isExample) || (verbatim && !allCalls(findings))) return 'other';
      return readBeginning(words, verbatim ? 'mark' : endedBy(findings));
    },
    dropText(): void {
      [after, words] = ['', ''];
    },
    /** Gives up what was kept: the findings, and all of it as the model wrote it. */
    release() {
      const released = { findings, written: findings.map(({ raw }) => raw).join('') + after };
      findings = [];
      [after, words] = ['', ''];
      return released;
    },
  };
}

/** What may stand between two calls. */
const separators = /^[\s,;]+/;

function endedBy(findings: readonly Kept[]): Ended {
  const last = findings.findLast(({ outcome }) => outcome.kind !== 'nothing');
  if (last === undefined) return findings.length === 0 ? 'answer' : 'mark';
  if (last.outcome.kind === 'answer') return 'answer';
  return /[`~]{3}\s*$/.test(last.raw.slice(-8)) ? 'block' : 'call';
}

function eventsOf({ raw, outcome }: Kept): readonly ReplyEvent[] {
  if (outcome.kind === 'malformed') return [{ type: 'malformed', written: raw, reason: outcome.reason }];
  if (outcome.kind !== 'calls') return [];
  return outcome.calls.map((call, at) => ({ type: 'call', call, written: at === 0 ? raw : '' }));
}

/** Calls, perhaps with the marks of an end after them. */
function allCalls(kept: readonly Kept[]): boolean {
  const kinds = kept.map(({ outcome }) => outcome.kind);
  return kinds.includes('calls') && kinds.every(kind => kind === 'calls' || kind === 'nothing');
}

type Write = (type: 'text' | 'reasoning', text: string) => void;

/** `verbatim`: keeps leading white space. */
function createSpeech(verbatim: boolean, push: Write) {
  let hasSaid = false;
  const halves = { text: wholePairs(), reasoning: wholePairs() };
  const write = (type: 'text' | 'reasoning', whole: string) => {
    if (whole !== '') push(type, whole);
  };
  return {
    get hasSaid() {
      return hasSaid;
    },
    say(text: string): void {
      const visible = hasSaid || verbatim ? text : text.trimStart();
      if (visible === '') return;
      hasSaid = true;
      write('text', halves.text.push(visible));
    },
    think: (text: string) => write('reasoning', halves.reasoning.push(text)),
    end: () => write('text', halves.text.rest()),
  };
}
