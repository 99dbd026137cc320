import { type Effort, efforts } from '../../converser/ground/wording/effort-names.ts';

/** Returns at most the wanted level: https://platform.openai.com/docs/guides/reasoning */
export function gptEffort(effort: string, model: string): string | undefined {
  return nearest(effort, familyEfforts(model) ?? fromNone);
}

/** Returns at most the wanted level. If you want a model to think, the least thought comes before none. */
export function nearest(effort: string, levels: readonly Effort[]): string | undefined {
  const rank = levelOf(effort);
  if (levels.length === 0) return undefined;
  // The level is newer than this code.
  if (rank < 0) return effort;
  const thinking = levels.filter(level => level !== 'none');
  const isThought = rank >= levelOf('low') && thinking.length > 0;
  const choice = isThought ? thinking : levels;
  return choice.filter(level => levelOf(level) <= rank).at(-1) ?? choice[0];
}

function levelOf(effort: string): number {
  return (efforts as readonly string[]).indexOf(effort);
}

export function gptThinks(model: string): boolean {
  return gptEfforts(model).length > 0;
}

export function gptEfforts(model: string): readonly Effort[] {
  return familyEfforts(model) ?? [];
}

export function familyEfforts(model: string): readonly Effort[] | undefined {
  const id = familyOf(model);
  return families.find(([pattern]) => pattern.test(id))?.[1];
}

export function familyOf(model: string): string {
  return model.replace(/^.*\//, '').toLowerCase();
}

export const fromNone: readonly Effort[] = ['none', 'low', 'medium', 'high'];

/** The first family that matches counts. https://developers.openai.com/api/docs/guides/latest-model */
const families: readonly (readonly [RegExp, readonly Effort[]])[] = [
  [/^(gpt-[34]|chatgpt|gpt-5(\.\d)?-chat)/, []],
  [/^gpt-5-pro/, ['high']],
  [/^gpt-5\.[2-9]\d*-pro/, ['medium', 'high', 'xhigh']],
  [/^gpt-5-codex/, ['low', 'medium', 'high']],
  [/^gpt-5\.1-codex-max/, [...fromNone, 'xhigh']],
  [/^gpt-5\.1/, fromNone],
  [/^gpt-5(-|$)/, ['minimal', 'low', 'medium', 'high']],
  [/^gpt-5\.[2-5](-|$)/, [...fromNone, 'xhigh']],
  // https://developers.openai.com/api/docs/models/gpt-6-astra
  [/^gpt-(6-astra|6\.[2-9])/, ['low', 'medium', 'high', 'xhigh', 'max']],
  [/^gpt-([6-9]|5\.[6-9])/, [...fromNone, 'xhigh', 'max']],
  [/^o\d/, ['low', 'medium', 'high']],
  [/^gpt-oss/, ['low', 'medium', 'high']],
  // https://docs.x.ai/docs/guides/reasoning: the models between these refuse the field.
  [/^grok-3-mini/, ['low', 'high']],
  [/^grok-(4\.[3-9](?!\d)|[5-9])/, fromNone],
  [/^grok/, []],
  [
    /^(qwen3(?!-(coder|embedding|reranker))|qwq|deepseek-(r\d|reasoner|v3\.[1-9]|v[4-9])|glm-(4\.[5-9]|[5-9])|magistral)/,
    fromNone,
  ],
];
