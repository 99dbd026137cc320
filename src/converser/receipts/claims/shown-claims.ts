import type { Marked } from './claim.ts';
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
const byCommand = new RegExp(String.raw`${codeMark}{4,}\s+${saw}\b`, 'gi');

const byMeasuring = /\b(?:test |code |line |branch )?coverage\b[^.;]{0,30}\d ?%/gi;

/** Most sentences have none of these words, and need no closer look. */
const maySee =
  /showed|confirmed|revealed|reported|found|turned up|came back|succeeded|completed|went|finished|proved|verified|returned|printed|gave/i;

/** What a command or something that was done has shown: "A dry run confirmed …", "`npm ls` showed …". */
export function shownClaims(text: string): readonly Marked[] {
  const shown = maySee.test(text)
    ? [
        ...marksOf(text, byRunning, 'ran'),
        ...marksOf(text, byLooking, 'looked'),
        ...marksOf(text, byCommand, 'ran'),
      ]
    : [];
  return [...shown, ...marksOf(text, byMeasuring, 'measured'), ...verdicts(text)];
}

function marksOf(text: string, pattern: RegExp, word: string): readonly Marked[] {
  const verb = verbOf(word);
  if (verb === undefined) return [];
  return [...text.matchAll(pattern)].flatMap(({ index }) =>
    unreal.test(text.slice(0, index)) ? [] : [{ from: index, said: { kind: 'done' as const, word, verb } }],
  );
}

/** "Stylelint: no complaints" */
const verdict =
  /^\s*(?:[\w-]+\s+){0,2}[\w-]+\s*[:–—]\s*(?:no|zero|0)\s+(?:\w+\s+)?(?:complaints?|issues?|errors?|warnings?|violations?|findings?|problems?|vulnerabilities|regressions?|failures?)\b/i;

/** What was verified needs a run that went well. */
function verdicts(text: string): readonly Marked[] {
  const verb = verbOf('ran');
  if (verb === undefined || !verdict.test(text)) return [];
  return [{ from: text.search(/\S/), said: { kind: 'done', word: 'verified', verb } }];
}
