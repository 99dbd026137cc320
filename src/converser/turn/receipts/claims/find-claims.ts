import {
  accompanyingClaims,
  alongsideClaims,
  firstPersonClaims,
  gerundClaim,
  joinedClaims,
  openingClaim,
} from './active-claims.ts';
import type { Claim, Marked } from './claim.ts';
import { inlineClaims, listedClaim } from './listed-claims.ts';
import { notedClaims } from './noted-claims.ts';
import { outcomesIn } from './outcomes.ts';
import { passiveClaims } from './passive-claims.ts';
import { endOfClaim, endOfLabel, lastBreak, leadBefore } from './places-in-sentence.ts';
import { type Sentence, sentencesOf } from './prose.ts';
import { type PlaceInSections, Sections } from './sections.ts';
import { shownClaims } from './shown-claims.ts';
import { actedClaims, stateClaims } from './state-claims.ts';
import { verbOf } from './verbs.ts';

/** Claims of one answer that are looked at. */
const most = 200;

const announcesPlan =
  /\b(plan|next steps?|to ?do|you (can|could|should|need|have|may|must)|steps? (to|for|you)|i (will|would|suggest|recommend|propose|can|could)|i'll)\b[^.]*:\s*$/i;
const announcesReport =
  /\b(?:what (?:I|we|has|have|was) (?:did|done|changed|been)|what changed|changes(?: made)?|changed files|files changed)\b[^.]*:?\s*$/i;

const beginsReport =
  /^\s*(?:all\s+)?(?:done|fixed|completed?|finished|success(?:ful)?|ready|perfect)\b\s*[:!.,–—-]/i;

/**
 * What an answer claims was done, in English: in the first person, in the passive, and in lists of what was done. Plans,
 * offers, questions, conditions, denials and what others did are no claims; where that can't be told, nothing is taken for one.
 */
export function findClaims(answer: string): readonly Claim[] {
  const claims: Claim[] = [];
  let isPlan = false;
  let isReport = false;
  let goesOn = false;
  let isOfWork = false;
  const sections = new Sections(answer);
  for (const sentence of sentencesOf(answer)) {
    if (claims.length >= most) break;
    const section = sections.of(sentence, claims.length);
    if (section.isHead) continue;
    const { start, end, text, isFirst } = sentence;
    const isOfList = isFirst && isItem(answer, sentence);
    if (isFirst && !isOfList) {
      isPlan = announcesPlan.test(text);
      isReport = announcesReport.test(text);
    }
    if (text.trimEnd().endsWith('?') || sentence.tick === 'open' || (isPlan && sentence.tick !== 'checked'))
      continue;
    isOfWork ||= beginsReport.test(text) || claims.length > 0;
    const found = claimsIn(sentence, {
      raw: answer.slice(start, end),
      mayBegin: isFirst || goesOn || (claims.length > section.before && section.kind !== 'unknown'),
      isReport: isOfWork,
    });
    goesOn = found.length > 0 || (goesOn && !isFirst);
    if (found.length > 0 || !isFirst) claims.push(...found);
    else if (!isOfList && sentence.tick === undefined)
      claims.push(...inlineClaims(sentence, answer.slice(start, end)));
    else claims.push(...listedIn(answer, sentence, { section, claims, isReport }));
  }
  return withPeers(claims);
}

function isItem(answer: string, { start }: Sentence): boolean {
  const line = answer.lastIndexOf('\n', start - 1) + 1;
  return /^\s*([-*+•·|]|\d{1,3}[.)])\s/.test(answer.slice(line, start + 1));
}

interface Around {
  readonly section: PlaceInSections;
  readonly claims: readonly Claim[];
  readonly isReport: boolean;
}

function listedIn(
  answer: string,
  sentence: Sentence,
  { section, claims, isReport }: Around,
): readonly Claim[] {
  const { start, end } = sentence;
  const lineEnd = answer.indexOf('\n', end);
  const rest = answer.slice(end, Math.min(end + mostOfRow, lineEnd < 0 ? answer.length : lineEnd));
  const listed = listedClaim({
    sentence,
    raw: answer.slice(start, end),
    rest,
    section,
    isAmongClaims: claims.length > section.before,
  });
  // In a table, the whole row is the claim.
  const row = answer[end] === '|' ? rest.replace(/[\s|]+$/, '').length : 0;
  if (listed.length === 0) return isReport ? reported(sentence) : [];
  return listed.map(claim => ({ ...claim, end: Math.max(end + row, claim.end) }));
}

/** Characters of the other cells of a row. */
const mostOfRow = 300;

/** The files that are listed, each with the others. */
function withPeers(claims: readonly Claim[]): readonly Claim[] {
  const names = claims.flatMap(({ said }) =>
    said.kind === 'listed' && said.of === 'changed' ? [said.name] : [],
  );
  return claims.map(claim =>
    claim.said.kind === 'listed' ? { ...claim, said: { ...claim.said, peers: names } } : claim,
  );
}

/** A file that is listed under what was changed. */
function reported({ start, end, text }: Sentence): readonly Claim[] {
  const label = endOfLabel(text);
  const verb = verbOf('changed');
  if (label === 0 || verb === undefined) return [];
  const said = { kind: 'done', word: 'changed', verb } as const;
  return [{ start, end, said, text: text.slice(0, label), looksBack: false, isNew: false }];
}

/** Somebody or something else speaks, or the sentence is about what they wrote. */
const othersSay =
  /^\s*(?:according to\b(?! the (?:page|file|documentation|docs) (?:that )?I)|the (?:logs?|file|page|message|docs?|documentation|readme|changelog|article|comment|output|history|author|user|error)\b[^,.]{0,60}\b(?:says?|said|shows?|showed|states?|claims?|describes?|mentions?|means?|explains?|reads)\b|you (?:ran|edited|created|updated|have|had|said|asked)\b)/i;

const backward =
  /\b(earlier|previous(?:ly)?|already|as I said|before that|so far|last (?:time|turn|step)|above|in total|altogether|all in all|to (?:sum|recap))\b/i;

const justNow = /(?:'ve|\bhave)\s+(?:since|just|now)\b|\bjust now\b/i;

/** Words that lead on to the next claim. */
const trailing = /(?:\s|,|;|:|\band\b|\bbut\b|\bthen\b|\bI\b|\bwe\b|'ve\b|\bhave\b|\balso\b)+$/i;

interface Place {
  /** The words as they are written. */
  readonly raw: string;
  /** It may begin with a verb, as items of lists do. */
  readonly mayBegin: boolean;
  /** Claims came before it. */
  readonly isReport: boolean;
}

function claimsIn({ start: base, text }: Sentence, place: Place): readonly Claim[] {
  if (othersSay.test(text)) return [];
  const outcomes = outcomesIn(text);
  const done = doneIn(text, place).filter(({ said }) => outcomes.length === 0 || !isVerdict(said));
  const marks = [...done, ...outcomes].toSorted((a, b) => a.from - b.from);
  const looksBack = backward.test(text);
  const isNew = justNow.test(text);
  const label = endOfLabel(text);
  const claims = marks.map(({ from, said, to: last = text.length }, at) => {
    const next = marks[at + 1];
    const to = Math.min(
      last,
      endOfClaim(text, from, next === undefined ? text.length : withSubject(text, next.from, from)),
    );
    const start =
      at === 0
        ? startOf(text, from)
        : Math.max(
            0,
            Math.min(from - leadBefore(text, from), withSubject(text, from, marks[at - 1]?.from ?? 0)),
          );
    const words = text.slice(start, to);
    return {
      start: base + start,
      end: base + start + words.replace(trailing, '').length,
      said,
      text: words,
      looksBack,
      isNew,
      ...(label > 0 && label <= from && { label: { start: base, text: text.slice(0, label) } }),
    };
  });
  // Two ways to read "I then ran" may leave nothing for one of them.
  return claims.filter(({ start, end }) => start < end);
}

/** Where a claim begins with its subject, behind the one before it: "it was stopped and a backup was made". */
function withSubject(text: string, from: number, before: number): number {
  if (!/^(?:was|were|has been|have been)\b/i.test(text.slice(from, from + 12))) return from;
  const cut = lastBreak(text, from);
  return cut > before + 1 ? Math.min(cut, from) : from;
}

/** The same is read as an outcome, more closely. */
function isVerdict(said: Marked['said']): boolean {
  return said.kind === 'done' && said.word === 'verified' && said.verb.kind === 'run';
}

function startOf(text: string, from: number): number {
  const label = endOfLabel(text);
  if (label > 0 && label <= from) return label;
  return from > 40 ? Math.min(lastBreak(text, from), from - leadBefore(text, from)) : text.search(/\S/);
}

function doneIn(text: string, { raw, mayBegin, isReport }: Place): readonly Marked[] {
  const own = firstPersonClaims(text);
  const found = [
    ...own.claims,
    ...(own.claims.length === 0 ? openingClaim(text, mayBegin) : []),
    ...gerundClaim(text),
    ...passiveClaims(text, raw),
    ...shownClaims(text),
    ...actedClaims(text, raw),
  ];
  const others = found.length > 0 ? found : [...notedClaims(text, isReport), ...stateClaims(text, raw)];
  const first = Math.min(text.length, ...own.subjects, ...others.map(({ from }) => from));
  if (first === text.length) return firstOfEach(others);
  return firstOfEach([
    ...others,
    ...joinedClaims(text, first),
    ...alongsideClaims(text, first),
    ...accompanyingClaims(text, first),
  ]);
}

/** Two ways to read the same word are one claim. */
function firstOfEach(found: readonly Marked[]): readonly Marked[] {
  return found.filter(({ from }, at) => found.findIndex(each => Math.abs(each.from - from) < 2) === at);
}
