import type { Marked } from './claim.ts';
import { lastBreak } from './places-in-sentence.ts';
import { isHistory, unreal } from './unreal.ts';
import { adverbs, verbOf } from './verbs.ts';

const perfect = new RegExp(String.raw`\b(?:has|have|'ve)\s+${adverbs}been\s+${adverbs}([A-Za-z-]+)\b`, 'gi');
const past = new RegExp(String.raw`\b(?:was|were)\s+${adverbs}([A-Za-z-]+)\b`, 'gi');

/** Things of which "was" most likely tells what this turn did. */
const ownWork =
  /^\s*(?:the |all |both |this )?(?:(?:unit |new |requested )?(?:tests?|test suite|changes?|coverage|settings?|event|issue|migration(?: script)?|script|build)|[^,]{0,40}\w\.[a-z]\w{0,4}\b`?)\s*$/i;

const another = /\b(?:which|that|who|where)\b/i;
const ends = /^\s*(?:[.:!;,]|successfully|and\b|to\b|in\b|into\b|with\b|by\b|$)/;

/**
 * Claims in the passive: "has been fixed", "was saved".
 *
 * @param raw the words of the sentence as they are written
 */
export function passiveClaims(text: string, raw: string): readonly Marked[] {
  return [
    ...claimsOf(text, { raw, verbs: perfect, isClaim: subject => !another.test(subject) }),
    ...claimsOf(text, {
      raw,
      verbs: past,
      isClaim: (subject, after) => ownWork.test(subject) && ends.test(after) && !another.test(subject),
    }),
  ];
}

interface Passive {
  readonly raw: string;
  readonly verbs: RegExp;
  readonly isClaim: (subject: string, after: string) => boolean;
}

function claimsOf(text: string, { raw, verbs, isClaim }: Passive): readonly Marked[] {
  return [...text.matchAll(verbs)].flatMap(({ index, 0: all, 1: word = '' }) => {
    const verb = verbOf(word);
    const after = text.slice(index + all.length);
    if (verb === undefined || unreal.test(text.slice(0, index)) || isHistory(after)) return [];
    if (!isClaim(raw.slice(lastBreak(text, index), index), after)) return [];
    return [{ from: index, said: { kind: 'done' as const, word: word.toLowerCase(), verb } }];
  });
}
