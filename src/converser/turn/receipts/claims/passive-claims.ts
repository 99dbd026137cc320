import type { Marked } from './claim.ts';
import { lastBreak } from './places-in-sentence.ts';
import { isHistory, unreal } from './unreal.ts';
import { adverbs, anyVerbOf, type ClaimVerb } from './verbs.ts';

const perfect = new RegExp(
  String.raw`\b(?:has|have|'ve|'s)\s+${adverbs}been\s+${adverbs}([A-Za-z-]+)\b`,
  'gi',
);
const goneOut = /\b(?:has|have|'s)\s+(?:now\s+|already\s+)?gone out\b/gi;
const gotSame = /\b(?:got|received)\s+(?:the same|its own|their own)\s+\w+/gi;
const past = new RegExp(String.raw`\b(?:was|were)\s+${adverbs}([A-Za-z-]+)\b`, 'gi');

/** Things of which "was" most likely tells what this turn did. */
const ownWork =
  /^\s*(?:the |all |both |this )?(?:(?:unit |new |requested )?(?:tests?|test suite|changes?|coverage|settings?|event|issue|migration(?: script)?|script|build)|[^,]{0,40}\w\.[a-z]\w{0,4}\b`?)\s*$/i;

const another = /\b(?:which|that|who|where|because|since|as|when|why|how|what)\b/i;
const ends =
  /^\s*(?:[.:!;,(]|successfully|and\b|to\b|in\b|into\b|with\b|by\b|from\b|for\b|via\b|using\b|against\b|along\b|accordingly|so\b|on the\b|too\b|as well|just now|again|$)/;

/** The same where nothing else says that it was done just now. */
const endsOwn =
  /^\s*(?:[.!;,(]|$|successfully|and\b|too\b|as well|accordingly|along\b|afterwards|again|just now|so\b|to \d|to match\b|on the\b|against\b|via\b|using\b)/;

/** What goes out into the world. */
const toOthers = /^\s*(?:to|in|on)\s/;

/** How something is, or was, again and again. */
const usual =
  /^\s*by\s+(?!hand\b|\w+ing\b)|\b(?:every|each|always|never|usually|often|sometimes|by default|twice|per|on purpose|once)\b/i;
/** A few words of which the sentence tells. */
const short =
  /^\s*(?!(?:it|they|this|that|he|she|there)\s)(?:(?:the|an?|all|both|every|this|these|those|two|three|four|five|\d+)\s+)?(?:[^\s,;:]+\s+){1,6}$/i;

const mayBePassive = /\b(?:has|have|was|were|got|received)\b|'(?:ve|s)\b/i;

/**
 * Claims in the passive: "has been fixed", "was saved".
 *
 * @param raw the words of the sentence as they are written
 */
export function passiveClaims(text: string, raw: string): readonly Marked[] {
  if (!mayBePassive.test(text)) return [];
  return [
    ...[...text.matchAll(goneOut)].flatMap(({ index }) => markOf(text, index, 'sent')),
    ...claimsOf(text, { raw, verbs: perfect, isClaim: subject => !another.test(subject) }),
    ...claimsOf(text, {
      raw,
      verbs: past,
      isClaim: (subject, after) =>
        ends.test(after) && !/^\s*from\b/.test(after) && !another.test(subject) && ownWork.test(subject),
    }),
    ...[...text.matchAll(gotSame)].flatMap(({ index }) => markOf(text, index, 'changed')),
    ...claimsOf(text, {
      raw,
      verbs: past,
      mayBeHistory: true,
      isClaim: (subject, after, { kind }) =>
        (endsOwn.test(after) || (kind === 'act' && toOthers.test(after))) &&
        !another.test(subject) &&
        !usual.test(after) &&
        short.test(subject),
    }),
  ];
}

function markOf(text: string, from: number, word: string): readonly Marked[] {
  const verb = anyVerbOf(word);
  if (verb === undefined || unreal.test(text.slice(0, from))) return [];
  return [{ from, said: { kind: 'done', word, verb, mayBeHistory: true } }];
}

interface Passive {
  readonly raw: string;
  readonly verbs: RegExp;
  readonly mayBeHistory?: true;
  readonly isClaim: (subject: string, after: string, verb: ClaimVerb) => boolean;
}

function claimsOf(text: string, { raw, verbs, isClaim, mayBeHistory }: Passive): readonly Marked[] {
  return [...text.matchAll(verbs)].flatMap(({ index, 0: all, 1: word = '' }) => {
    const verb = anyVerbOf(word);
    const after = text.slice(index + all.length);
    // "They were already stopped" says how it was.
    if (/^(?:was|were)\b.*\balready\b/i.test(all)) return [];
    if (
      verb === undefined ||
      (verb.isWeak && mayBeHistory) ||
      unreal.test(text.slice(0, index)) ||
      isHistory(after)
    )
      return [];
    if (!isClaim(raw.slice(lastBreak(text, index), index), after, verb)) return [];
    const said = { kind: 'done' as const, word: word.toLowerCase(), verb };
    return [{ from: index, said: mayBeHistory ? { ...said, mayBeHistory } : said }];
  });
}
