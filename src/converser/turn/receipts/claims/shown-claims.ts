import type { Marked } from './claim.ts';
import { endOfLabel } from './places-in-sentence.ts';
import { programsIn } from './program-names.ts';
import { codeMark } from './prose.ts';
import { unreal } from './unreal.ts';
import { verbOf } from './verbs.ts';

const saw = String.raw`(?:then\s+|also\s+|now\s+)?(?:showed|confirmed|revealed|reported|found|turned up|came back|succeeded|completed|went (?:fine|well|through)|finished|proved|verified|returned|printed|gave)`;

/** What is done by running something, and what is done by looking. */
const ran = `(?:profiling|profiler|benchmarks?|benchmarking|dry[- ]run|test[- ]run|smoke[- ]tests?|load[- ]tests?|stress[- ]tests?|soak[- ]tests?|penetration tests?|fuzzing|re-?run|simulation|trial run|test drive|session|(?:\\w+ )?testing)`;
const looked = `(?:scan|audit|inspection|comparison|search|spot[- ]check|sanity check|walkthrough|investigation|code review)`;

const byRunning = new RegExp(
  String.raw`\b(?:[\w-]+\s+){0,2}${ran}\s+(?:(?:on|in|against|with|of)\s+(?:the\s+)?\S+\s+)?${saw}\b`,
  'gi',
);
const byLooking = new RegExp(String.raw`\b(?:[\w-]+\s+){0,2}${looked}\s+${saw}\b`, 'gi');
const mayRun = new RegExp(ran, 'i');
const mayLook = new RegExp(looked, 'i');
const byCommand = new RegExp(String.raw`${codeMark}{4,}\s+${saw}\b`, 'gi');

const byMeasuring = /\b(?:test |code |line |branch )?coverage\b[^.;]{0,30}\d ?%/gi;

/** Known without measuring. */
const asItIs = /\b(?:today|currently|so far|at present|at 0 ?%)/i;

/** Most sentences have none of these words, and need no closer look. */
const maySee =
  /showed|confirmed|revealed|reported|found|turned up|came back|succeeded|completed|went|finished|proved|verified|returned|printed|gave/i;

/** What a command or something that was done has shown: "A dry run confirmed …", "`npm ls` showed …". */
export function shownClaims(text: string): readonly Marked[] {
  const shown = maySee.test(text)
    ? [
        ...(mayRun.test(text) ? marksOf(text, byRunning, 'ran') : []),
        ...(mayLook.test(text) ? marksOf(text, byLooking, 'looked') : []),
        ...marksOf(text, byCommand, 'ran'),
        ...marksOf(text, byDeploying, 'deployed'),
      ]
    : [];
  return [
    ...shown,
    ...(/coverage/i.test(text) && !asItIs.test(text) ? marksOf(text, byMeasuring, 'measured') : []),
    ...verdicts(text),
  ];
}

function marksOf(text: string, pattern: RegExp, word: string): readonly Marked[] {
  const verb = verbOf(word);
  if (verb === undefined) return [];
  return [...text.matchAll(pattern)].flatMap(({ index }) =>
    unreal.test(text.slice(0, index)) ? [] : [{ from: index, said: { kind: 'done' as const, word, verb } }],
  );
}

/** "Stylelint: no complaints", "`npm run build` (clean)", "PHPStan level 8 clean" */
const verdict =
  /^\s*((?:[\w-]+\s+){0,3}[\w-]+|\uE000{3,})\s*(?:[:–—→(]|->|,|\s-\s|\s)\s*(?:(?:no|zero|0)\s+(?:\w+\s+)?(?:complaints?|issues?|errors?|warnings?|violations?|findings?|problems?|vulnerabilities|CVEs?|regressions?|failures?|lints?|offen[sc]es)|(?:ok|clean|green|passes|passed|passing|succeed(?:s|ed)|successful)(?=\s*(?:[.,;!()]|$))|(\d+)\s?\/\s?\2\b|\d+(?:\.\d+)?\s?[%×x] (?:faster|slower|smaller|fewer))/i;

const byDeploying =
  /\b(?:the )?(?:\w+ )?(?:deployment|deploy|rollout)\s+(?:went (?:through|fine|well|smoothly)|succeeded|completed|finished|is (?:live|done|complete))\b/gi;

/** What checks something. */
const ofChecks =
  /\b(?:tests?|suite|specs?|lint\w*|build|types?|type-?check\w*|scan|audit|checks?|benchmarks?|bench|e2e|smoke|coverage|compil\w+|format\w*)\b|^\uE000+$/i;

/** What was verified needs a run that went well. */
function verdicts(text: string): readonly Marked[] {
  const verb = verbOf('ran');
  if (verb === undefined || !maySettle.test(text)) return [];
  const label = endOfLabel(text);
  const starts = [0, label, ...[...text.matchAll(/,\s+/g)].map(({ index, 0: gap }) => index + gap.length)];
  const from = starts.slice(0, mostPieces).find(at => settles(text.slice(at)));
  if (from === undefined) return [];
  const at = from + text.slice(from).search(/\S/);
  return [{ from: at, said: { kind: 'done', word: 'verified', verb } }];
}

/** Parts of a sentence that are looked at. */
const mostPieces = 6;

function settles(text: string): boolean {
  const thing = verdict.exec(text)?.[1];
  if (thing === undefined || unreal.test(thing)) return false;
  return ofChecks.test(thing) || programsIn(thing).length > 0 || /\bno |zero|\b0 /.test(text);
}

const maySettle = /\b(?:no|zero|0|ok|clean|green|pass\w*|succe\w+)\b|\d\s?[/%×x]/i;
