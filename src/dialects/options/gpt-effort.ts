import { efforts } from '../../converser/models/model-options.ts';

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
  const id = model.replace(/^.*\//, '').toLowerCase();
  return (families.find(([pattern]) => pattern.test(id))?.[1].length ?? 0) > 0;
}

const fromNone = ['none', 'low', 'medium', 'high'];

/** From the least to the most. The first family that matches counts. */
const families: readonly (readonly [RegExp, readonly string[]])[] = [
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
];

/** Other vendors' models and servers have these, and refuse what they don't have. */
const ofOthers = fromNone;
