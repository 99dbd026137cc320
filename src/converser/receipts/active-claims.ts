import type { Marked } from './claim.ts';
import { endOfLabel } from './places-in-sentence.ts';
import { isHistory, unreal } from './unreal.ts';
import { adverbs, type ClaimVerb, pastOf, verbOf } from './verbs.ts';

const word = '([A-Za-z]+(?:-[a-z]+)?)';
const firstPerson = new RegExp(
  String.raw`\b(?:I|we)(?:'ve|'d)?(?:\s+have)?,?\s+${adverbs}(?:have\s+)?${adverbs}(?:(?:went|gone|looked|had|took|taken)\s+(?:through|over|at|into|a look at|a look)|${word})\b`,
  'gi',
);
const conditional = /\b(?:if|unless|until|whether|before|once|wish|though|had)\s+$/i;

/** What only the answer holds. */
const inAnswer =
  /^(?:I|we)(?:'ve| have)?(?: also| just)? (?:wrote|written|added|put|listed|created|made|included) (?:it |them |this |a \w+ |an \w+ |the \w+ |some \w+ )?(?:below|above|here|for you to)\b/i;

export interface ActiveClaims {
  readonly claims: readonly Marked[];
  /** Where "I" does something, be it a claim or not. */
  readonly subjects: readonly number[];
}

/** Claims in the first person: "I fixed", "we have also run". */
export function firstPersonClaims(text: string): ActiveClaims {
  const claims: Marked[] = [];
  const subjects: number[] = [];
  for (const { index, 0: all, 1: verb } of text.matchAll(firstPerson)) {
    if (conditional.test(text.slice(0, index)) || inAnswer.test(text.slice(index))) continue;
    if (verb === undefined || /ed$|^(?:did|made|took|got)$/i.test(verb)) subjects.push(index);
    const found = verb === undefined ? verbOf('looked') : meaningOf(verb, text.slice(index + all.length));
    claims.push(...markOf(index, verb ?? 'looked', found));
  }
  return { claims, subjects };
}

/** "I made a backup", "I did a web search" */
function meaningOf(verb: string, after: string): ClaimVerb | undefined {
  if (!/^(?:made|did|took|gave|performed|conducted|carried)$/i.test(verb)) return verbOf(verb);
  const thing = /^\s+(?:out\s+)?(?:a|an|the|some|all)\s+((?:\w+\s+){0,2}?\w+)\b/i.exec(after)?.[1] ?? '';
  return things.find(([names]) => names.test(thing) || names.test(after.slice(0, 40)))?.[1] ?? verbOf(verb);
}

const things: readonly (readonly [names: RegExp, verb: ClaimVerb])[] = [
  [/^\s*(?:out\s+)?(?:an?|the|some)\s+(?:\w+\s+){0,2}?(?:search|look|check|review)\b/i, { kind: 'look' }],
  [/^\s*(?:out\s+)?(?:an?|the|some)\s+(?:\w+\s+){0,2}?(?:run|test|benchmark|build)\b/i, { kind: 'run' }],
];

const opening = new RegExp(
  String.raw`^\s*(?:(?:done|fixed|success|ok|update|result)\s*[:!,–—-]\s*)?${adverbs}${word}\b`,
  'i',
);

/** A claim without a subject, as in lists and titles: "Updated the imports". */
export function openingClaim(text: string): readonly Marked[] {
  const start = endOfLabel(text);
  const [all = '', verb = ''] = opening.exec(text.slice(start)) ?? [];
  const found = verbOf(verb);
  if (found === undefined || found.isAlsoOrder || isHistory(text)) return [];
  return markOf(start + all.length - verb.length, verb, found);
}

const gerund = new RegExp(String.raw`^\s*(?:after|having|by)\s+${adverbs}([a-z]+ing)\b`, 'i');

/** "After reading the file, I …" */
export function gerundClaim(text: string): readonly Marked[] {
  const led = gerund.exec(text)?.[1];
  return led !== undefined && /\bI\b/.test(text) ? markOf(text.search(/\S/), led, verbOf(pastOf(led))) : [];
}

const note =
  /^\s*((?:[^\s:,;]+\s*){1,4}?)\s*[:–—-]?\s+(updated|created|added|removed|deleted|fixed|renamed|moved|run|written|installed|committed|pushed|deployed|formatted)[.!]?\s*$/i;
const sentenceWords = /\b(?:I|we|is|are|was|were|be|been|has|have|had|to|not|no|you|it|they)\b/i;

/** A few words and what was done with them: "README.md updated", "Docs: updated". */
export function notedClaim(text: string): readonly Marked[] {
  const [, thing = '', said = ''] = text.length > 120 ? [] : (note.exec(text) ?? []);
  return sentenceWords.test(thing) ? [] : markOf(text.search(/\S/), said, verbOf(said));
}

const joined = new RegExp(
  String.raw`(?:,|;|&|–|—|\band\b|\bthen\b|\bbut\b)\s*(?:and\s+|then\s+|but\s+)?${adverbs}${word}\b`,
  'gi',
);
/** The verb behind it has another subject. */
const ofAnother =
  /\b(?:(?:which|who|it|they|you|he|she)\b|that (?:was|were|is|are|had|has|[a-z]+ed)\b)[^,;]*$/i;

/** The verbs that share the subject of the first one. */
export function joinedClaims(text: string, first: number): readonly Marked[] {
  return [...text.matchAll(joined)].flatMap(({ index, 0: all, 1: verb = '' }) => {
    const from = index + all.length - verb.length;
    const clause = text.slice(Math.max(text.lastIndexOf(',', index - 1), 0), index);
    if (from <= first + 1 || ofAnother.test(clause) || unreal.test(all)) return [];
    return /^\s*(?:by|in version)\b/.test(text.slice(from + verb.length))
      ? []
      : markOf(from, verb, verbOf(verb));
  });
}

function markOf(from: number, said: string, verb: ClaimVerb | undefined): readonly Marked[] {
  return verb === undefined ? [] : [{ from, said: { kind: 'done', word: said.toLowerCase(), verb } }];
}
