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

/** Matches what servers say when they refuse a history for its thoughts. */
export function thoughtsWanted(refusal: string): 'needed' | 'refused' | undefined {
  if (/passed back|\bmissing\b/i.test(refusal) && /\b(reasoning(_content)?|thinking)\b/i.test(refusal))
    return 'needed';
  const isUnknown =
    /(not |un)supported|not (permitted|allowed)|cannot find|un(expected|known|recognized)|\bextra\b/i;
  return isUnknown.test(refusal) && /\breasoning(_content|_details)?\b/i.test(refusal)
    ? 'refused'
    : undefined;
}
