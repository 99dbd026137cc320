import type { Effort } from '../../converser/ground/wording/effort-names.ts';
import type { Entry } from './option-paths.ts';

export interface OllamaThinking {
  readonly model: string;
  readonly thinks?: boolean | undefined;
}

/** Ollama refuses requests to think for other models: https://docs.ollama.com/capabilities/thinking */
export function ollamaEffort(effort: string, { model, thinks }: OllamaThinking): readonly Entry[] {
  if (thinks === false) return [];
  if (effort === 'none') return [['think', alwaysThinks.test(model) ? 'low' : false]];
  const level = levels[effort];
  return level === undefined ? [] : [['think', level === 'max' && alwaysThinks.test(model) ? 'high' : level]];
}

export function ollamaEfforts({ model, thinks }: OllamaThinking): readonly Effort[] {
  if (thinks !== true) return [];
  return alwaysThinks.test(model) ? ['low', 'medium', 'high'] : ['none', 'low', 'medium', 'high', 'max'];
}

/** gpt-oss can't be kept from thinking, and has no level above `high`. */
const alwaysThinks = /gpt-oss/i;

const levels: Readonly<Record<string, 'low' | 'medium' | 'high' | 'max'>> = {
  minimal: 'low',
  low: 'low',
  medium: 'medium',
  high: 'high',
  xhigh: 'high',
  max: 'max',
};
