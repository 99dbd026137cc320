import { canonicalJson, type JsonObject, parseJson } from '../../converser/ground/json/json.ts';
import { createValueScan, lastValue } from '../../converser/ground/json/value-scan.ts';
import { readArguments } from '../call-arguments.ts';

export type WrittenArguments = ReturnType<typeof createArguments>;

/** The fragments of one call’s arguments, of which a later one may replace those before it. */
export function createArguments() {
  const fragments: string[] = [];
  const scan = createValueScan();
  let scanned = 0;
  let length = 0;
  let sure = 0;
  let told: string | undefined;
  let wasWhole = false;
  let mayBeReplaced = false;

  /** The cheap check comes first: if a server repeats the name, this runs for every fragment. */
  function isWhole(): boolean {
    if (fragments.at(-1)?.trimEnd().endsWith('}') !== true) return false;
    for (; scanned < fragments.length; scanned++) scan.feed(fragments[scanned] ?? '');
    return scan.isWhole();
  }

  /** An object that comes in one piece may be a placeholder, and a string may hold one. */
  function isDoubtful(fragment: string): boolean {
    if (length === 0) return fragment.trim() !== '' && (!fragment.trimStart().startsWith('{') || isWhole());
    return wasWhole || (fragment.length >= length && fragment.startsWith(fragments.slice(0, -1).join('')));
  }

  return {
    count: () => fragments.length,
    isWhole,
    add: (fragment: string) => void fragments.push(fragment),
    /** What the last fragment adds for sure. It is asked after each. */
    news(): string {
      if (mayBeReplaced) return '';
      const fragment = fragments.at(-1) ?? '';
      mayBeReplaced = isDoubtful(fragment);
      wasWhole = isWhole();
      if (length > 0 || fragment.trim() !== '') length += fragment.length;
      if (mayBeReplaced) return '';
      sure++;
      return fragment;
    },
    /** What counts beyond all `news`; `undefined` where something else counts. */
    rest(isCut: boolean): string | undefined {
      if (!mayBeReplaced) return '';
      const text = settledText(fragments, isCut);
      told ??= fragments.slice(0, sure).join('').trimStart();
      if (!text.startsWith(told)) return isSame(told, text) ? '' : undefined;
      const rest = text.slice(told.length);
      told = text;
      return rest;
    },
    /** @param isCut The reply may have ended too early, so that a part could look like the whole. */
    read(isCut: boolean): JsonObject | string {
      const read = readArguments(fragments.join(''));
      return typeof read === 'string' && !isCut ? readArguments(lastSnapshot(fragments) ?? read) : read;
    },
  };
}

function settledText(fragments: readonly string[], isCut: boolean): string {
  const text = fragments.join('');
  if (typeof readArguments(text) === 'string') return (isCut ? undefined : lastSnapshot(fragments)) ?? text;
  const last = lastValue(text) ?? text;
  const inner = last.startsWith('"') ? parseJson(last) : undefined;
  return typeof inner === 'string' ? inner : last;
}

function isSame(one: string, other: string): boolean {
  return canonicalJson(readArguments(one)) === canonicalJson(readArguments(other));
}

/** Some servers repeat all that came before in each fragment. */
function lastSnapshot(fragments: readonly string[]): string | undefined {
  let last = '';
  for (const fragment of fragments) {
    if (!fragment.startsWith(last) && parseJson(last) === undefined) return undefined;
    last = fragment;
  }
  return typeof readArguments(last) === 'string' ? undefined : last;
}
