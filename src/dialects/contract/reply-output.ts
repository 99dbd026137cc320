import { wholePairs } from '../well-formed.ts';
import { breaksOf, createKeptFindings, type Kept, type Released } from './kept-findings.ts';
import { type ContractCall, type Found, isTemplate } from './outcome.ts';

export type ReplyEvent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  /** `written` is the piece of the reply that holds the call. If it holds several calls, only the first has it. */
  | { readonly type: 'call'; readonly call: ContractCall; readonly written: string }
  | { readonly type: 'proposal'; readonly call: ContractCall }
  /** The reply ends with a failed attempt at a call. Its text is not among the `text` events. */
  | { readonly type: 'malformed'; readonly written: string; readonly reason: string }
  /** The model went on in another's name: with a result that no tool gave, or as the user. All of that is left out. */
  | { readonly type: 'invention' };

export interface ReplyOutput {
  say(text: string): void;
  answer(text: string): void;
  think(text: string): void;
  keep(found: Found, isExample: () => boolean): void;
  isFresh(): boolean;
  found(): number;
  endsWithCall(): boolean;
  isCut(): boolean;
}

export interface ReplyEvents {
  settle(): void;
  settleAsText(): void;
  drain(): readonly ReplyEvent[];
}

export interface ReplyOutputOptions {
  readonly verbatim: boolean;
  readonly isQuotation: IsQuotation;
}

export type IsQuotation = (written: string, calls: readonly ContractCall[]) => boolean;

export function createReplyOutput({ verbatim, isQuotation }: ReplyOutputOptions): ReplyOutput & ReplyEvents {
  const kept = createKeptFindings({ verbatim });
  const events = createEvents({ verbatim });
  let hasAnswered = false;
  let isCut = false;
  let found = 0;

  const show = () => {
    hasAnswered = false;
    propose(kept.release(), events);
  };

  return {
    say(text) {
      if (isCut) return;
      if (kept.isEmpty() && !hasAnswered) return events.say(text);
      const breaks = hasAnswered && !kept.hasWords() ? breaksOf(text) : '';
      events.say(breaks);
      kept.addText(text.slice(breaks.length));
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
      events.say(text);
    },
    think(text) {
      if (!isCut) events.think(text);
    },
    keep(finding, isExample) {
      if (isCut) return;
      if (kept.hasWords()) show();
      hasAnswered = false;
      kept.add(finding, isExample);
      if (finding.outcome.kind === 'calls') found += finding.outcome.calls.length;
    },
    found: () => found,
    isCut: () => isCut,
    endsWithCall: () => kept.endWithCall(),
    isFresh: () => !events.hasSaid() && kept.isEmpty(),
    ...endOf({ kept, events, isQuotation }),
  };
}

function endOf({ kept, events, isQuotation }: Ending): ReplyEvents {
  const show = () => propose(kept.release(), events);
  return {
    settle() {
      const isShown: IsQuotation = (raw, calls) => calls.some(isTemplate) || isQuotation(raw, calls);
      if (!kept.endReply() || kept.hasCalls(isShown)) show();
      for (const found of kept.release().findings) tell(found, events);
      events.end();
    },
    settleAsText() {
      show();
      events.end();
    },
    drain: events.drain,
  };
}

interface Ending extends Pick<ReplyOutputOptions, 'isQuotation'> {
  readonly kept: ReturnType<typeof createKeptFindings>;
  readonly events: Events;
}

function propose({ findings, written }: Released, events: Events): void {
  events.say(written);
  for (const { outcome } of findings) {
    if (outcome.kind === 'calls') for (const call of outcome.calls) events.push({ type: 'proposal', call });
  }
}

function tell({ raw, outcome }: Kept, events: Events): void {
  if (outcome.kind === 'answer') events.say(outcome.text);
  if (outcome.kind === 'malformed') events.push({ type: 'malformed', written: raw, reason: outcome.reason });
  if (outcome.kind !== 'calls') return;
  events.say(outcome.said);
  for (const [at, call] of outcome.calls.entries())
    events.push({ type: 'call', call, written: at === 0 ? raw : '' });
}

type Events = ReturnType<typeof createEvents>;

function createEvents({ verbatim }: { readonly verbatim: boolean }) {
  const halves = { text: wholePairs(), reasoning: wholePairs() };
  let events: ReplyEvent[] = [];
  let hasSaid = false;
  const write = (type: 'text' | 'reasoning', text: string) => {
    if (text !== '') events.push({ type, text });
  };
  return {
    hasSaid: () => hasSaid,
    say(text: string): void {
      const visible = hasSaid || verbatim ? text : text.trimStart();
      if (visible === '') return;
      hasSaid = true;
      write('text', halves.text.push(visible));
    },
    think: (text: string) => write('reasoning', halves.reasoning.push(text)),
    push: (event: ReplyEvent) => void events.push(event),
    end: () => write('text', halves.text.rest()),
    drain(): readonly ReplyEvent[] {
      const drained = events;
      events = [];
      return drained;
    },
  };
}
