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
  // https://docs.z.ai/guides/capabilities/thinking-mode
  [/^glm-(4\.[7-9]|[5-9])/, 'all'],
  // https://platform.minimax.io/docs/guides/text-m2-function-call
  [/^minimax-m[2-9]/, 'all'],
  // https://platform.kimi.ai/docs/guide/use-kimi-k2-thinking-model
  [/^kimi-k(2-thinking|2\.[6-9]|[3-9])/, 'all'],
];

/** Some servers refuse calls without any thoughts, such as those of another model. */
export function needsThoughts({ model, server }: Thinker): boolean {
  return /(^|\.)deepseek\.com$/.test(server ?? '') && keptThoughts({ model }) === 'calls';
}
