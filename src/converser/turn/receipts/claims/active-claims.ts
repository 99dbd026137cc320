import type { Marked } from './claim.ts';
import { endOfLabel } from './places-in-sentence.ts';
import { isHistory, unreal } from './unreal.ts';
import { adverbs, anyVerbOf, type ClaimVerb, pastOf, pastOfBase, verbOf } from './verbs.ts';

const word = '([A-Za-z]+(?:-[a-z]+)?)';
const subject = String.raw`\b(?:I|we)(?:'ve|'d)?(?:\s+have)?,?\s+${adverbs}(?:have\s+)?${adverbs}`;
const firstPerson = new RegExp(
  String.raw`${subject}(?:(?:went|gone)\s+ahead\s+and\s+${adverbs})?(?:(?:went|gone|looked|had|took|taken)\s+(?:through|over|at|into|a look at|a look)|${word})\b`,
  'gi',
);
/** "I managed to fix", "I ended up rewriting" */
const roundabout = new RegExp(
  String.raw`${subject}(?:been\s+)?(?:(?:managed|proceeded|able|went on|gone on|took (?:care|the (?:time|liberty|opportunity|chance))|made sure)\s+(?:to|of)|(?:was|were)\s+able\s+to|ended up|finished|started by|began by)\s+${adverbs}([a-z]+)\b`,
  'gi',
);
const conditional = /\b(?:if|unless|until|whether|before|once|wish|though|had)\s+$/i;

/** What only the answer holds. */
const inAnswer =
  /^(?:I|we)(?:'ve| have)?(?: also| just)? [a-z]+(?: [^,;.:]{0,60})?\b(?:below|above|here(?! and there)|for you to)\b/i;

export interface ActiveClaims {
  readonly claims: readonly Marked[];
  /** Where "I" is the subject, also where it claims nothing. */
  readonly subjects: readonly number[];
}

const mayGoRound = /managed|proceeded|able|went on|gone on|took|made sure|ended up|finished|started|began/i;
const speaks = /\b(?:I|we)\b/i;

/** Claims in the first person: "I fixed", "we have also run". */
export function firstPersonClaims(text: string): ActiveClaims {
  const claims: Marked[] = [];
  const subjects: number[] = [];
  if (!speaks.test(text)) return { claims, subjects };
  for (const { index, 0: all, 1: verb } of text.matchAll(firstPerson)) {
    // "I'd have": would have.
    if (/'d\s+have\b/i.test(all)) continue;
    if (conditional.test(text.slice(0, index)) || inAnswer.test(text.slice(index))) continue;
    if (verb === undefined || /ed$|^(?:did|made|took|got)$/i.test(verb)) subjects.push(index);
    const found = verb === undefined ? verbOf('looked') : meaningOf(verb, text.slice(index + all.length));
    claims.push(...markOf(index, verb ?? 'looked', found));
  }
  for (const { index, 1: verb = '' } of mayGoRound.test(text) ? text.matchAll(roundabout) : []) {
    if (conditional.test(text.slice(0, index))) continue;
    const past = verb.endsWith('ing') ? pastOf(verb) : pastOfBase(verb);
    claims.push(...markOf(index, past, verbOf(past)));
  }
  return { claims, subjects };
}

/** "I made a backup", "I did a web search" */
function meaningOf(verb: string, after: string): ClaimVerb | undefined {
  if (/^(?:got|gotten)$/i.test(verb)) return gotTo.test(after) ? verbOf('ran') : undefined;
  if (/^let$/i.test(verb)) return /^\s+(?:\S+\s+){1,5}?know\b/i.test(after) ? verbOf('told') : undefined;
  if (/^(?:started|stopped)$/i.test(verb) && isNoObject.test(after)) return undefined;
  if (/^left$/i.test(verb)) return leftWord.test(after) ? commented : undefined;
  if (/^turned$/i.test(verb)) return /\binto\b/i.test(after) ? verbOf('created') : undefined;
  if (/^brought$/i.test(verb))
    return /\b(?:up to date|in line|over)\b/i.test(after) ? verbOf('updated') : undefined;
  if (/^had$/i.test(verb) && hadRun.test(after)) return verbOf('ran');
  if (/^had$/i.test(verb)) return hadDone.test(after) ? { kind: 'look', isWeak: true } : undefined;
  if (/^did$/i.test(verb)) {
    const base = /^\s+(?:also\s+|indeed\s+|then\s+)?([a-z]+)\b/i.exec(after)?.[1] ?? '';
    const known = verbOf(pastOfBase(base));
    if (known !== undefined && !/^(?:not|some|a|an|the|that|this|it)$/i.test(base)) return known;
    if (/^\s+(?:the same|likewise)\b/i.test(after)) return verbOf('changed');
  }
  if (!/^(?:made|did|took|gave|performed|conducted|carried)$/i.test(verb)) return anyVerbOf(verb);
  const thing = /^\s+(?:out\s+)?(?:a|an|the|some|all)\s+((?:\w+\s+){0,2}?\w+)\b/i.exec(after)?.[1] ?? '';
  return things.find(([names]) => names.test(thing) || names.test(after.slice(0, 40)))?.[1] ?? verbOf(verb);
}

/** "I stopped there" */
const isNoObject = /^\s*(?:on|with|by|from|off|out|there|here|at|because|when|before|short|in|[.,;:]|$)/i;

const leftWord =
  /^\s+(?:an?|the|some|two|three|my)\s+(?:\w+\s+)?(?:comments?|notes?|repl(?:y|ies)|reviews?)\b/i;
const commented: ClaimVerb = { kind: 'act', by: /comment|repl|review|note|post|messag/i };

/** "I had the whole suite run once more" */
const hadRun =
  /^\s+(?:it|them|(?:the|all|every)(?:\s+[\w-]+){1,4}?)\s+(?:run|tested|built|compiled|checked|go over|go through)\b/i;

/** "I had it reviewed by …" */
const hadDone = /^\s+(?:\S+\s+){1,5}?(?:[a-z]+ed|proofread|built|run|written)\s+by\b/i;

/** "I got it working": it was run at least. */
const gotTo =
  /^\s+(?:\S+\s+){1,5}?(?:working|running|building|compiling|passing|to (?:work|run|build|compile|pass))\b/i;

const things: readonly (readonly [names: RegExp, verb: ClaimVerb])[] = [
  [
    /^\s+(?:(?:an?|the|some|two|three)\s+)?(?:\w+\s+){0,2}?(?:screenshot|snapshot|backup|dump|recording|cop(?:y|ie))s?\b/i,
    { kind: 'act', by: /snap|shot|captur|dump|heap|back|cop|record|\bcp\b/i },
  ],
  [/^\s*(?:out\s+)?(?:an?|the|some)\s+(?:\w+\s+){0,2}?(?:search|look|check|review)\b/i, { kind: 'look' }],
  [/^\s*(?:out\s+)?(?:an?|the|some)\s+(?:\w+\s+){0,2}?(?:run|test|benchmark|build)\b/i, { kind: 'run' }],
];

const opening = new RegExp(
  String.raw`^\s*(?:(?:done|fixed|success|ok|update|result)\s*[:!,–—-]\s*)?${adverbs}${word}\b`,
  'i',
);

/**
 * A claim without a subject, as in lists and titles: "Updated the imports".
 *
 * @param mayBegin it stands where such a claim is likely; elsewhere, what comes after the verb has to say so
 */
export function openingClaim(text: string, mayBegin: boolean): readonly Marked[] {
  const start = endOfLabel(text);
  const labelled = labelClaim(text, start);
  if (labelled.length > 0) return labelled;
  const [all = '', verb = ''] = opening.exec(text.slice(start)) ?? [];
  const found = /^(?:did|brought)$/i.test(verb)
    ? meaningOf(verb, text.slice(start + all.length))
    : verbOf(verb);
  if (found === undefined || found.isAlsoOrder || isHistory(text)) return [];
  if (!mayBegin && !goesOnAsClaim.test(text.slice(start + all.length))) return [];
  return markOf(start + all.length - verb.length, verb, found);
}

/** "Published: both packages" */
function labelClaim(text: string, end: number): readonly Marked[] {
  const [, word = ''] = /^\s*([A-Z][a-z]+)\s*[:–—]/.exec(text.slice(0, end)) ?? [];
  const verb = word === '' ? undefined : verbOf(word);
  const isDeed = verb?.kind === 'act' || verb?.kind === 'run';
  const after = text.slice(end);
  return isDeed && after.trim() !== '' && !unreal.test(after) && !isHistory(after)
    ? markOf(text.search(/\S/), word, verb)
    : [];
}

const goesOnAsClaim =
  /^\s+(?:in|on|with|against|the|an?|all|both|every|each|it|this|that|these|those|\uE000|[\w./-]+\.\w)/i;

const gerund = new RegExp(String.raw`^\s*(?:after|having|by)\s+${adverbs}([a-z]+ing)\b`, 'i');

/** "After reading the file, I …" */
export function gerundClaim(text: string): readonly Marked[] {
  const led = gerund.exec(text)?.[1];
  return led !== undefined && /\bI\b/.test(text) ? markOf(text.search(/\S/), led, verbOf(pastOf(led))) : [];
}

const joined = new RegExp(
  String.raw`(?:,|;|&|–|—|\band\b|\bthen\b|\bbut\b)\s*(?:and\s+|then\s+|but\s+)?${adverbs}${word}\b`,
  'gi',
);
/** The verb behind it has another subject. */
const ofAnother =
  /(?:\b(?:which|who)\b|(?:^[,\s]*|\b(?:and|but|so|because|that|as|when|while|where|if|since|:)\s+)(?:it|they|you|he|she)\b|that (?:was|were|is|are|had|has|[a-z]+ed)\b)[^,;]*$/i;
/** "Tom removed it and moved …" */
const ofSomebody = /(?:[,:;]|\band|\bbut)\s+[A-Z][a-z]+\s+[a-z]+ed\b[^,;]*$/;

/** The verbs that share the subject of the first one. */
export function joinedClaims(text: string, first: number): readonly Marked[] {
  return [...text.matchAll(joined)].flatMap(({ index, 0: all, 1: verb = '' }) => {
    const from = index + all.length - verb.length;
    const clause = text.slice(Math.max(text.lastIndexOf(',', index - 1), 0), index);
    if (tellsHow.test(text.slice(first, index))) return [];
    // ", which …, and …": the comma ends what another does.
    const isAside = all.startsWith(',') && /^,\s*(?:which|who)\b/.test(clause);
    if (
      from <= first + 1 ||
      (!isAside && ofAnother.test(clause)) ||
      ofSomebody.test(clause) ||
      unreal.test(all) ||
      /\b(?:both|all|each)\b/i.test(all)
    )
      return [];
    return /^\s*(?:by|in version)\b/.test(text.slice(from + verb.length))
      ? []
      : markOf(from, verb, meaningOf(verb, text.slice(from + verb.length)));
  });
}

const comesWith =
  /,\s+(?:along |complete |together )?with (?:\w+ ){0,2}?(tests?|documentation|docs|examples?|benchmarks?)\s+(?:covering|for|that|included|to match|exercising|showing)\b/gi;

/** "I replaced it, with tests covering …" */
export function accompanyingClaims(text: string, first: number): readonly Marked[] {
  if (!text.includes('with ')) return [];
  return [...text.matchAll(comesWith)].flatMap(({ index, 0: all }) =>
    index <= first ? [] : markOf(index + all.search(/\w/), 'added', verbOf('added')),
  );
}

/** "Rewrote the guide: the file is downloaded, verified …" */
const tellsHow = /:\s[^:;]{0,200}\b(?:is|are|gets?)\s+[a-z]+ed\b[^:;]*$/i;

const alongside = new RegExp(
  String.raw`(?:,\s+(?:and\s+|while\s+|thereby\s+)?|\bby\s+)${adverbs}([a-z]+ing)\b`,
  'gi',
);

/** What was done along with it: "I moved it, updating `a.ts`". */
export function alongsideClaims(text: string, first: number): readonly Marked[] {
  return [...text.matchAll(alongside)].flatMap(({ index, 0: all, 1: led = '' }) => {
    const from = index + all.length - led.length;
    const past = pastOf(led);
    const verb = verbOf(past);
    // How it was done was said before, unless by running something.
    if (verb === undefined || (all.startsWith('by') && verb.kind !== 'run')) return [];
    return from <= first + 1 || unreal.test(text.slice(first, index)) ? [] : markOf(from, past, verb);
  });
}

function markOf(from: number, said: string, verb: ClaimVerb | undefined): readonly Marked[] {
  return verb === undefined ? [] : [{ from, said: { kind: 'done', word: said.toLowerCase(), verb } }];
}
