import { findPattern } from '../../../sidebar/find/find-pattern.ts';
import { countMatches, type SearchedPart, searchedPartsOf } from '../../../sidebar/find/searched-texts.ts';
import type { FoundMessage } from '../../../sidebar/protocol.ts';
import type { TurnHistory } from './turn-history.ts';

/** In milliseconds; then the rest of the extension gets its turn. */
const slice = 10;

export class HistorySearch {
  readonly #history: TurnHistory;
  /** Keyed by the last canister of a turn, because each typed letter searches again. */
  readonly #read = new WeakMap<object, readonly SearchedPart[]>();
  #running = new AbortController();

  constructor(history: TurnHistory) {
    this.#history = history;
  }

  /** Resolves to `undefined` when another search has begun meanwhile. */
  async find(request: number, text: string): Promise<FoundMessage | undefined> {
    this.#running.abort();
    this.#running = new AbortController();
    const { signal } = this.#running;
    const { turns } = this.#history;
    const { conversation, version } = this.#history.summary;
    const pattern = findPattern(text);
    const matches: (readonly [number, number])[] = [];
    let since = performance.now();
    for (const [at, canisters] of turns.entries()) {
      if (pattern === undefined) break;
      if (performance.now() - since > slice) {
        await new Promise(setImmediate);
        since = performance.now();
      }
      if (signal.aborted) return undefined;
      const count = countMatches(this.#partsOf(canisters), pattern);
      if (count > 0) matches.push([at, count]);
    }
    return { type: 'found', request, conversation, version, matches };
  }

  dispose(): void {
    this.#running.abort();
  }

  #partsOf(canisters: TurnHistory['turns'][number]): readonly SearchedPart[] {
    const last = canisters.at(-1) ?? canisters;
    const known = this.#read.get(last);
    if (known !== undefined) return known;
    const parts = searchedPartsOf({ canisters });
    this.#read.set(last, parts);
    return parts;
  }
}
