import type { JsonObject } from '../../converser/ground/json/json.ts';
import type { Effort } from '../../converser/ground/wording/effort-names.ts';
import { familyOf, fromNone } from './gpt-effort.ts';
import type { Entry } from './option-paths.ts';

/** https://ai.google.dev/gemini-api/docs/thinking, and as seen in https://github.com/tetsuo-ai/agenc-core/pull/2393 */
export function geminiLevels(id: string): readonly Effort[] {
  if (!geminiThinks(id)) return [];
  if (/^gemini-2\.5/.test(id)) return /-pro/.test(id) ? fromLow : fromNone;
  if (/^gemini-3-pro/.test(id)) return ['low', 'high'];
  return /-pro/.test(id) || isFlashWithoutMinimal.test(id) ? fromLow : ['minimal', ...fromLow];
}

const fromLow: readonly Effort[] = ['low', 'medium', 'high'];

/** https://docs.rs/ferrin-google/0.2.0/ferrin_google/capabilities/fn.minimum_thinking_level_gemini3.html */
const isFlashWithoutMinimal = /^gemini-(3\.([7-9]|\d\d)|[4-9]|\d\d|flash-latest)(?!.*-lite)/;

/** `reasoning_effort` beside `thinking_config` is refused: https://ai.google.dev/gemini-api/docs/openai */
export function geminiEffort(level: string, id: string): readonly Entry[] {
  if (level === 'none') return [['reasoning_effort', level]];
  const budget = /^gemini-2\.5/.test(id) ? budgets[level] : undefined;
  return [budget === undefined ? [`${config}.thinking_level`, level] : [`${config}.thinking_budget`, budget]];
}

const budgets: Readonly<Record<string, number>> = { low: 1_024, medium: 8_192, high: 24_576 };

/** The body really holds this name: the SDKs' own `extra_body` is another one. */
const config = 'extra_body.google.thinking_config';

/** Thoughts are left out unless they are asked for. Models that don't think refuse to be asked. */
export function geminiThoughts(isShown: boolean, id: string, options: JsonObject): readonly Entry[] {
  if (!isShown || !geminiThinks(id) || options.reasoning_effort !== undefined) return [];
  return [['extra_body', { google: { thinking_config: { include_thoughts: true } } }]];
}

/** Gemini 3 refuses calls without its signature: https://ai.google.dev/gemini-api/docs/thought-signatures */
export function needsSignatures({
  model,
  server,
}: {
  readonly model: string;
  readonly server?: string | undefined;
}) {
  const id = familyOf(model);
  return (
    /(^|\.)generativelanguage\.googleapis\.com$/.test(server ?? '') &&
    geminiThinks(id) &&
    !/^gemini-2/.test(id)
  );
}

function geminiThinks(id: string): boolean {
  return /^gemini-(2\.5|[3-9]|\d\d|(flash|pro))/.test(id) && !/image|tts|audio|live|embedding/.test(id);
}
