import type { CheckedThing, Marked } from './claim.ts';
import { codeMark } from './prose.ts';

const code = `${codeMark}{3,}`;
const well = String.raw`(?:all\s+|now\s+|still\s+|both\s+|also\s+)*(?:pass(?:es|ed|ing)?|succeeds?|succeeded|works?\b|worked|(?:came|went|run) through|(?:(?:is|are)\s+|'re\s+|'s\s+)(?:now\s+|all\s+|still\s+|both\s+)*(?:green|clean|passing|happy|ok|successful)|(?:exits?|exited|runs?|completes?|completed|finish(?:es|ed))\s+(?:cleanly|successfully|with (?:code )?0|without (?:\w+ )?(?:errors?|warnings?|failures?))|(?:has|have|reports?|reported|shows?|finds?|found)\s+(?:nothing|(?:no|zero)\s+(?:\w+\s+)?(?:errors?|warnings?|problems?|issues?|failures?))|(?:does|do|did)(?:n't| not) (?:report|show|find|raise) any\b|(?:ok|okay|green|clean|passed)(?=\s*(?:[,;.!)]|$)))`;

/** What can go well, its names, and what each of those has in it: most sentences have none, and need no closer look. */
const things: readonly (readonly [of: CheckedThing, names: string, part: RegExp])[] = [
  [
    'tests',
    `(?:self-?tests?|tests?|suite|(?:full|whole|entire|complete|second|focused) run|specs|pytest|jest|vitest|mocha)`,
    /test|suite|specs|jest|mocha|run/i,
  ],
  ['types', `(?:type[- ]?check(?:s|er|ing)?|tsc|mypy|pyright|typescript)`, /type|tsc|mypy|pyright/i],
  ['lint', `(?:lint(?:er|ing)?|eslint|clippy|biome|ruff|flake8)`, /lint|clippy|biome|ruff|flake8/i],
  ['ci', `(?:pipeline|ci|workflow|github actions)`, /pipeline|ci|workflow|actions/i],
  ['build', `(?:build|compilation|compiler)`, /build|compil/i],
];

const patterns = things.map(([of, names, part]) => ({
  of,
  part,
  pattern: new RegExp(String.raw`\b${names}\b\s*(?:\([^)]{0,80}\)\s*|:\s*)?${well}`, 'gi'),
}));
const compiles =
  /\b(?:it|everything|the (?:code|project|program|app|library|package)) (?:now |still |also )?(?:compiles|builds)\b/gi;
const built =
  /\b[A-Za-z]+ (?:now |still |also )?(?:compiles|builds) (?:without|cleanly|fine|again|successfully)\b/gi;
const typed = /\b(?:it|everything|the code) (?:now |still |also )?type-?checks\b/gi;
const answers =
  /\b(?:health check|endpoint|api|server|page|route|request) (?:now )?(?:returns?|returned|responds with|answers with) (?:a )?(?:200|ok|success)\b/gi;
const ofCode = new RegExp(String.raw`${code}:?\s+${well}`, 'gi');
const they = new RegExp(
  String.raw`\b(?:they|these|those|which(?= (?:now |all |still )*pass)|and(?! (?:reports?|reported|shows?|finds?|found)\b))\s*${well}`,
  'gi',
);
/** "88 passed", "12/12 tests green" */
const counted =
  /\b\d[\d,.]*(?:\s?(?:\/|of|out of)\s?\d[\d,.]*)?\s+(?:\w+\s+)?(?:tests?\s+|specs?\s+|checks?\s+)?(?:pass(?:ed|ing)?|succeeded|green)\b/gi;
const noErrors = /\bthere (?:were|are) no (?:\w+ )?(?:errors|failures|warnings)\b/gi;

/** What keeps the words behind it from being a claim. */
const unreal =
  /\b(?:if|unless|until|whether|would|could|should|can|may|might|must|will|once|when|make sure|ensure|so that|before|after|that|nobody|not|no|none|never|says?|shows?|to)\b(?![^,;]*[,;])|n't\b|'ll\b/i;

const beginsWithCode = new RegExp(`^\\s*${code}`);

/** Without one of these words, none of the patterns fits. Most sentences have none. */
const mayGoWell =
  /pass|succe|work|green|clean|happy|\bok|nothing|zero|\bno\b|through|exit|finish|complet|any\b|compil|builds|checks|return|respond|answer/i;

/** Where a sentence says that a check went well. */
export function outcomesIn(text: string): readonly Marked[] {
  if (!mayGoWell.test(text)) return [];
  const found: Marked[] = [];
  const add = (pattern: RegExp, of: CheckedThing) => {
    for (const { index } of text.matchAll(pattern)) {
      if (unreal.test(clauseBefore(text, index))) continue;
      const from = startOfSubject(text, index);
      if (found.every(each => Math.abs(each.from - from) > 8))
        found.push({ from, said: { kind: 'outcome', of } });
    }
  };
  for (const { of, part, pattern } of patterns) if (part.test(text)) add(pattern, of);
  if (/compiles|builds/i.test(text)) {
    add(compiles, 'build');
    add(built, 'build');
  }
  add(typed, 'types');
  add(answers, 'http');
  if (text.includes(codeMark)) add(ofCode, 'any');
  if (/\d/.test(text)) add(counted, beginsWithCode.test(text) ? 'any' : 'tests');
  add(they, /\btest/i.test(text) ? 'tests' : 'any');
  if (/\b(?:I|we)\b|\bran\b|\bbuilt\b/.test(text)) add(noErrors, 'any');
  return found;
}

/** What was done before "and" doesn't bear on what comes after it; a condition does. */
function clauseBefore(text: string, at: number): string {
  const before = text.slice(0, at);
  const isOwn = /\b(?:I|we)\b/i.test(before) && !/\b(?:if|unless|until|once|when|whether)\b/i.test(before);
  return isOwn ? before.slice(before.lastIndexOf(' and ') + 1) : before;
}

/** Characters before it that may belong to it. */
const farthest = 60;

/** With the words that belong to it: `the`, `all`, `The unit`. */
function startOfSubject(text: string, at: number): number {
  const before =
    /(?:\b(?:all|the|both|full|whole|entire|complete|test|focused|unit|maven|integration|every|my|our|new|type|code)\s+)*$/i.exec(
      text.slice(Math.max(0, at - farthest), at),
    );
  return at - (before?.[0].length ?? 0);
}
