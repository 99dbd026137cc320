import { shortened } from '../../call/invocation/deduplication/short-results.ts';
import {
  type Canister,
  type CompactionCanister,
  type DocumentCanister,
  isCompaction,
  type LeftOutPassage,
  type LeftOutResult,
  ordinaryMarks,
} from '../../words/canister/canister.ts';
import { contentSize, text } from '../../words/canister/content.ts';
import { passageTexts } from './lines.ts';
import { type Span, staysAlways, unitsOf } from './parts-of-history.ts';

export type Compactions = readonly Pick<CompactionCanister, 'id' | 'timestamp' | 'results' | 'passages'>[];

export function compactionsIn(canisters: readonly Canister[]): readonly CompactionCanister[] {
  return canisters.filter(isCompaction).filter(({ marks }) => marks.active);
}

/** By the id of the result. The last record of a result counts. */
export function leftOutResults(compactions: Compactions): ReadonlyMap<string, LeftOutResult> {
  return new Map(compactions.flatMap(({ results }) => results.map(each => [each.id, each])));
}

/** Invariant: it depends on its arguments alone, so taking all compactions back restores the requests. */
export function compacted(history: readonly Canister[], compactions: Compactions): readonly Canister[] {
  return shortened(withoutPassages(history, compactions), leftOutResults(compactions));
}

/** If its size changed, as when a turn is undone, a summary no longer stands for a passage. */
export function sizeOfPassage(canisters: readonly Canister[]): LeftOutPassage['holds'] {
  const characters = canisters.reduce((sum, { content }) => sum + contentSize(content), 0);
  return { canisters: canisters.length, characters };
}

function withoutPassages(history: readonly Canister[], compactions: Compactions): readonly Canister[] {
  if (!compactions.some(({ passages }) => passages.length > 0)) return history;
  const places = new Map(history.map(({ id }, at) => [id, at]));
  const stead = new Map<number, readonly Canister[]>();
  const gone = new Set<number>();
  const done: Span[] = [];
  for (const compaction of compactions.toReversed()) {
    for (const [at, passage] of compaction.passages.entries()) {
      const [start, last] = [places.get(passage.from), places.get(passage.to)];
      if (start === undefined || last === undefined) continue;
      if (done.some(each => start >= each.start && start < each.end)) continue;
      if (!isAsItWas(history.slice(start, last + 1), passage)) continue;
      done.push({ start, end: last + 1 });
      stead.set(start, inStead(compaction, at));
      for (const each of goingIn(history, { start, end: last + 1 }, passage.turns === 0)) gone.add(each);
    }
  }
  if (stead.size === 0) return history;
  return history.flatMap((canister, at) => [...(stead.get(at) ?? []), ...(gone.has(at) ? [] : [canister])]);
}

function goingIn(history: readonly Canister[], span: Span, isOfRounds: boolean): readonly number[] {
  return unitsOf(history, span)
    .filter(({ start, end }) => !staysAlways(history.slice(start, end), isOfRounds))
    .flatMap(({ start, end }) => Array.from({ length: end - start }, (_, at) => start + at));
}

function isAsItWas(canisters: readonly Canister[], { holds }: LeftOutPassage): boolean {
  const now = sizeOfPassage(canisters);
  return now.canisters === holds.canisters && now.characters === holds.characters;
}

/** Cached, so that what was sent before stays identical. */
const made = new WeakMap<
  LeftOutPassage,
  { readonly of: string; readonly documents: readonly DocumentCanister[] }
>();

/** What you wrote is yours; a summary of the rest is only as trustworthy as its sources. */
function inStead({ id, timestamp, passages }: Compactions[number], at: number): readonly DocumentCanister[] {
  const passage = passages[at];
  if (passage === undefined) return [];
  const before = made.get(passage);
  if (before?.of === id) return before.documents;
  const { asked, rest } = passageTexts(passage);
  const base = { role: 'document', timestamp, marks: ordinaryMarks, stands: 'summary' } as const;
  const documents: readonly DocumentCanister[] = [
    { ...base, id: `${id.slice(0, 56)}-${at}-a`, content: [text(asked)] },
    ...(rest === undefined
      ? []
      : [
          {
            ...base,
            id: `${id.slice(0, 56)}-${at}-s`,
            content: [text(rest)],
            ...(passage.label === undefined ? {} : { label: passage.label }),
          },
        ]),
  ];
  made.set(passage, { of: id, documents });
  return documents;
}
