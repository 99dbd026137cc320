/** Models are shown the thoughts of the turn that calls belong to, those before any call for good, or all. */
export type KeptThoughts = 'turn' | 'calls' | 'all';

interface Thinker {
  readonly model: string;
  readonly server?: string | undefined;
}

export function keptThoughts({ model }: Thinker): KeptThoughts {
  const id = model.replace(/^.*\//, '').toLowerCase();
  return families.find(([pattern]) => pattern.test(id))?.[1] ?? 'turn';
}

const families: readonly (readonly [RegExp, KeptThoughts])[] = [
  // It refuses a request without thoughts before a call: https://api-docs.deepseek.com/guides/thinking_mode
  [/^deepseek-(v3\.[2-9]|v[4-9]|chat|reasoner|flash|pro)/, 'calls'],
  [/^mimo-/, 'calls'],
  // https://docs.z.ai/guides/capabilities/thinking-mode
  [/^glm-(4\.[7-9]|[5-9])/, 'all'],
  // https://platform.minimax.io/docs/guides/text-m2-function-call
  [/^minimax-m[2-9]/, 'all'],
  // https://platform.kimi.ai/docs/guide/use-kimi-k2-thinking-model
  [/^kimi-k(2-thinking|2\.[6-9]|[3-9])/, 'all'],
];

/**
 * `needed`: a server refuses calls without thoughts, such as those of another model. `own`: it takes its own only, in
 * the field in which it gave them. `refused`: it takes none.
 */
export type ThoughtsBack = 'needed' | 'taken' | 'own' | 'refused';

export function thoughtsBack({ model, server = '' }: Thinker): ThoughtsBack {
  if (needsThoughts(server) && keptThoughts({ model }) !== 'turn') return 'needed';
  return strict.test(server) ? 'own' : 'taken';
}

/** https://github.com/farion1231/cc-switch/issues/3351 */
export function needsThoughts(server: string): boolean {
  return /(^|\.)(deepseek\.com|kimi\.com|moonshot\.(ai|cn)|xiaomimimo\.com)$/.test(server);
}

/** https://github.com/tashfeenahmed/freellmapi/issues/1070, https://github.com/charmbracelet/crush/issues/1590 */
const strict = /(^|\.)(cerebras\.ai|googleapis\.com|groq\.com|mistral\.ai|openai\.com)$/;

/** What a refusal says of the thoughts in a history, by whoever wrote the server. */
export function thoughtsWanted(refusal: string): 'needed' | 'refused' | undefined {
  if (lacksThoughts.test(refusal)) return 'needed';
  return knowsNoThoughts.some(each => each.test(refusal)) ? 'refused' : undefined;
}

const lacksThoughts =
  /(reasoning(_content)?|thinking)\b.*\b(passed back|missing)\b|\bmissing (reasoning(_content)?|thinking)\b/is;

const knowsNoThoughts = [
  /\breasoning(_content|_details)?\b.*((not |un)supported|not permitted|not allowed|cannot find|unexpected|unknown|extra)/is,
  /(unsupported|unexpected|unknown|unrecognized|extra).*\breasoning(_content|_details)?\b/is,
];
