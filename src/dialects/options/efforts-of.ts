import type { Model } from '../../converser/models/provider.ts';
import type { Effort } from '../../converser/wording/effort-names.ts';
import { claudeEfforts } from './claude-effort.ts';
import { gptEfforts } from './gpt-effort.ts';

/** The levels of effort that a model has, from the least to the most. None: it doesn't think, or that isn't known. */
export function effortsOf({ dialect, id }: Pick<Model, 'dialect' | 'id'>): readonly Effort[] {
  if (dialect === 'anthropic-messages') return claudeEfforts(id);
  return dialect === 'openai-chat' || dialect === 'openai-responses' ? gptEfforts(id) : [];
}
