import { type Effort, efforts } from '../../converser/wording/effort-names.ts';

/**
 * How hard to think, as a model behind one of OpenAI's APIs takes it: the nearest level that it has, at most the one that
 * is wanted. `undefined` for models that don't think. https://platform.openai.com/docs/guides/reasoning
 */
export function gptEffort(effort: string, model: string): string | undefined {
  const id = model.replace(/^.*\//, '').toLowerCase();
  const levels = families.find(([pattern]) => pattern.test(id))?.[1] ?? ofOthers;
  const rank = levelOf(effort);
  // A level that came after this was written.
  if (rank < 0) return effort;
  const below = levels.filter(level => levelOf(level) <= rank);
  return below.at(-1) ?? levels[0];
}

function levelOf(effort: string): number {
  return (efforts as readonly string[]).indexOf(effort);
}

/** Whether it is known to think. */
export function gptThinks(model: string): boolean {
  return gptEfforts(model).length > 0;
}

/** The levels that a model is known to have. */
export function gptEfforts(model: string): readonly Effort[] {
  const id = model.replace(/^.*\//, '').toLowerCase();
  return families.find(([pattern]) => pattern.test(id))?.[1] ?? [];
}

const fromNone: readonly Effort[] = ['none', 'low', 'medium', 'high'];

/** From the least to the most. The first family that matches counts. */
const families: readonly (readonly [RegExp, readonly Effort[]])[] = [
  [/^(gpt-[34]|chatgpt|gpt-5(\.\d)?-chat)/, []],
  [/^gpt-5-pro/, ['high']],
  [/^gpt-5\.[2-9]\d*-pro/, ['medium', 'high', 'xhigh']],
  [/^gpt-5-codex/, ['low', 'medium', 'high']],
  [/^gpt-5\.1-codex-max/, [...fromNone, 'xhigh']],
  [/^gpt-5\.1/, fromNone],
  [/^gpt-5(-|$)/, ['minimal', 'low', 'medium', 'high']],
  [/^gpt-([6-9]|5\.[2-9])/, [...fromNone, 'xhigh']],
  [/^o\d/, ['low', 'medium', 'high']],
  [/^gpt-oss/, ['low', 'medium', 'high']],
  // Those that can be told how hard to think by the servers that have them.
  [
    /^(qwen3(?!-(coder|embedding|reranker))|qwq|deepseek-(r\d|reasoner|v3\.[1-9])|glm-(4\.[5-9]|[5-9])|magistral|grok-([3-9].*mini|4))/,
    fromNone,
  ],
];

/** Other vendors' models and servers have these, and refuse what they don't have. */
const ofOthers = fromNone;
