import type { Canister } from '../../converser/words/canister/canister.ts';
import { isInterruption } from '../../converser/words/canister/interruption.ts';
import { argumentsText } from '../../converser/words/texts/arguments-text.ts';
import { findPattern } from '../../sidebar/find/find-pattern.ts';
import { type SearchedPart, searchedPartsOf } from '../../sidebar/find/searched-texts.ts';
import { calendarDay } from '../../store/calendar-days.ts';
import type { SearchQuery } from './search-query.ts';

export interface TurnHit {
  /** What was found, with what stands around it. */
  readonly line: string;
  readonly kind: SearchedPart['kind'];
  /** What the open conversation is to be searched for: where you asked for no words, how the turn begins. */
  readonly find: string;
}

export interface TurnFacts {
  /** A reference, as far as it is known. */
  readonly model: string | undefined;
  readonly hasChanged: boolean;
}

export type FindHit = (turn: readonly Canister[], facts: TurnFacts) => TurnHit | undefined;

export function createFindHit(query: SearchQuery): FindHit {
  const words = query.words.flatMap(word => findPattern(word) ?? []);
  const wanted = wantedIn(query);
  return (turn, facts) => {
    if (!passes(turn, query, facts) || !haveAll(plainTexts(turn), words)) return undefined;
    const parts = searchedPartsOf({ canisters: turn });
    const texts = parts.flatMap(part => part.texts);
    if (!haveAll(texts, words)) return undefined;
    for (const { find, pattern } of wanted) {
      const hit = hitOf(parts, pattern);
      if (hit !== undefined) return { ...hit, find };
    }
    return callOf(parts, query.tool) ?? beginningOf(texts);
  };
}

function callOf(parts: readonly SearchedPart[], tool: string | undefined): TurnHit | undefined {
  const call = parts.find(({ kind, texts }) => kind === 'call' && holds(texts[0] ?? '', tool ?? ''));
  if (tool === undefined || call === undefined) return undefined;
  return { line: flat(call.texts.slice(0, 2).join(' '), 0), kind: 'call', find: call.texts[0] ?? '' };
}

function beginningOf([asked = '']: readonly string[]): TurnHit {
  const line = flat(asked, 0);
  return { line, kind: 'text', find: line.split(' ').slice(0, firstWords).join(' ') };
}

/** These lead to the turn. More may not be drawn as they were written. */
const firstWords = 4;

/** All words as you wrote them at best, else the longest one. */
function wantedIn({ words }: SearchQuery) {
  const single = words.toSorted((one, other) => other.length - one.length);
  const all = words.length > 1 ? [words.join(' ')] : [];
  return [...all, ...single].flatMap(find => {
    const pattern = findPattern(find);
    return pattern === undefined ? [] : [{ find, pattern }];
  });
}

function hitOf(parts: readonly SearchedPart[], pattern: RegExp): Omit<TurnHit, 'find'> | undefined {
  for (const { kind, texts } of parts) {
    const text = texts.find(each => each.search(pattern) !== -1);
    if (text !== undefined) return { kind, line: flat(text, text.search(pattern)) };
  }
  return undefined;
}

/** In characters. */
const before = 30;
const after = 150;

function flat(text: string, at: number): string {
  const start = at <= before ? 0 : at - before;
  const line = text
    .slice(start, at + after)
    .toWellFormed()
    .replaceAll(/\s+/g, ' ')
    .trim();
  return `${start === 0 ? '' : '…'}${line}${at + after < text.length ? '…' : ''}`;
}

/** Much quicker than what the page shows, and it has all that the page shows. */
function plainTexts(turn: readonly Canister[]): readonly string[] {
  return turn.flatMap(canister => {
    const { content } = canister;
    const texts = content.flatMap(part =>
      part.type === 'text' ? [part.text] : part.type === 'resource' ? [part.text ?? part.uri] : [],
    );
    if (canister.role === 'result') return [...texts, canister.screen ?? ''];
    if (canister.role !== 'invocation') return texts;
    const { ensemble, name, malformedArguments, arguments: args } = canister;
    const written = malformedArguments ?? argumentsText(args, { limit: mostArguments });
    return [...texts, `${ensemble}:${name}`, written];
  });
}

/** In characters. */
const mostArguments = 1_000_000;

function haveAll(texts: readonly string[], patterns: readonly RegExp[]): boolean {
  return patterns.every(pattern => texts.some(text => text.search(pattern) !== -1));
}

function passes(turn: readonly Canister[], query: SearchQuery, facts: TurnFacts): boolean {
  const day = calendarDay(new Date(turn[0]?.timestamp ?? 0));
  if (query.after !== undefined && day < query.after) return false;
  if (query.before !== undefined && day >= query.before) return false;
  if (query.changed && !facts.hasChanged) return false;
  if (query.failed && !turn.some(hasFailed)) return false;
  if (query.tool !== undefined && !turn.some(each => calls(each, query.tool ?? ''))) return false;
  return query.model === undefined || modelsOf(turn, facts).some(each => holds(each, query.model ?? ''));
}

function hasFailed(canister: Canister): boolean {
  if (canister.role === 'result') return canister.failure !== undefined;
  return isInterruption(canister) && canister.interrupted.kind === 'failed';
}

function calls(canister: Canister, tool: string): boolean {
  return canister.role === 'invocation' && holds(`${canister.ensemble}:${canister.name}`, tool);
}

function modelsOf(turn: readonly Canister[], { model }: TurnFacts): readonly string[] {
  return [...(model === undefined ? [] : [model]), ...turn.flatMap(({ fallback }) => fallback?.model ?? [])];
}

function holds(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.toLowerCase());
}
