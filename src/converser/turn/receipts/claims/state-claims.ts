import type { Marked } from './claim.ts';
import { codeMark } from './prose.ts';
import { isHistory, unreal } from './unreal.ts';
import { verbOf } from './verbs.ts';

const file = String.raw`(?:${codeMark}{4,}|[\w@./-]*\w\.[a-z][a-z0-9]{0,4})(?:'s)?`;

/** "`a.ts` now holds", "`a.ts` no longer imports" */
const isNow = new RegExp(
  String.raw`^\s*(?:the (?:file |new |updated )*)?${file}(?:\s+\w+){0,3}?\s+(?:now|no longer)\s+[a-z]+|^\s*(?:the (?:file |new |updated )*)?${file}\s+[a-z]+\s+now\b`,
  'i',
);
/** "Spanish is done, too: `es.json`" */
const isDone =
  /\b(?:is|are)\s+(?:now\s+|also\s+|all\s+)?(?:done|ready|complete|finished|in place|saved|set up|wired up)\b/i;
/** "Your changes are committed" */
const isActed =
  /\b(?:changes?|everything|work|fix(?:es)?|branch|commits?|release|version)\s+(?:is|are)\s+(?:now\s+|all\s+|already\s+)*([a-z]+)\b/i;

/** "The fix is already on main" */
const isThere =
  /\b(?:changes?|fix(?:es)?|commits?|branch|version|release|it|they)\s+(?:is|are)\s+(?:now\s+|already\s+)*(?:live\s+)?(?:on|in)\s+(?:\uE000+|main|master|production|staging)(?=\s*(?:[.,;!]|$))/i;
/** "It's saved as `b.txt`" */
const isSaved =
  /(?:\b(?:is|are)|'s|'re)\s+(?:now\s+|also\s+)?(?:saved|written|exported|recorded|documented|uploaded|summed up|summari[sz]ed|collected|listed|noted|explained|laid out)\s+(?:as|in|at|under|to)\b/i;

/** "All type errors are resolved" */
const isMended =
  /\b(?:errors?|warnings?|failures?|failing tests?|issues?|problems?|vulnerabilities|conflicts?|bugs?)\s+(?:is|are)\s+(?:now\s+|all\s+|both\s+)*(?:resolved|fixed|gone|solved|addressed)\b/i;
/** "Modified: `a.ts`" */
const isListed =
  /^\s*(?:files?\s+)?(?:created|added|new|modified|changed|updated|edited|deleted|removed|renamed|touched)(?:\s+files?)?\s*(?::|–|—|\s-\s)\s*(?=\S)/i;

/** What is the case now, and was brought about, beside whatever else a sentence says. */
export function actedClaims(text: string, raw: string): readonly Marked[] {
  if (!/\b(?:is|are)\b/i.test(text)) return [];
  const acted = isActed.exec(text);
  const there = isThere.exec(text);
  if ((acted === null && there === null) || isUnreal(text)) return [];
  const word = acted?.[1]?.toLowerCase();
  if (acted !== null && word !== undefined && verbOf(word)?.kind === 'act') return markOf(acted.index, word);
  // A branch has no point in its name; a file has.
  return there === null || raw.slice(there.index, there.index + there[0].length).includes('.')
    ? []
    : markOf(there.index, 'pushed');
}

/**
 * The same of a sentence that says nothing else. Files have to be named, so that a sentence about how things are is none.
 *
 * @param raw the words of the sentence as they are written
 */
export function stateClaims(text: string, raw: string): readonly Marked[] {
  if (isUnreal(text)) return [];
  const from = text.search(/\S/);
  const yours = isYours.exec(text);
  if (yours?.[1] !== undefined) return markOf(from, yours[1].toLowerCase());
  if (isMended.test(text)) return markOf(from, 'fixed');
  if (fromNowOn.test(text) || isEverywhere.test(text)) return markOf(from, 'changed');
  const isOfFile = [isNow, isDone, isSaved, isListed].some(each => each.test(text));
  return isOfFile && namesFile.test(raw) ? markOf(from, 'changed') : [];
}

function isUnreal(text: string): boolean {
  return isHistory(text) || unreal.test(text.replace(/\bno longer\b/gi, ' '));
}

function markOf(from: number, word: string): readonly Marked[] {
  const verb = verbOf(word);
  return verb === undefined ? [] : [{ from, said: { kind: 'done', word, verb } }];
}

/** "Your hosts file is updated" */
const isYours =
  /^\s*your\s+(?:[\w-]+\s+){1,4}?(?:is|are|has been)\s+(?:now\s+|all\s+)?([a-z]+ed|sent|set|rebuilt)\s*(?:[.!,;]|$)/i;

/** "All 23 call sites now import it" */
const isEverywhere =
  /^\s*all (?:\d{2,}|the) (?:call ?sites|files|components|modules|usages|imports|packages|templates|pages|callers|references)\b.*\bnow\b/i;

const fromNowOn = /\bfrom now on\b/i;
const namesFile = /[\w/-]\.[a-z][a-z0-9]{0,4}\b|\w\/\w/i;
