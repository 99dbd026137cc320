import type { Model } from '../../converser/models/provider.ts';
import type { Effort } from '../../converser/wording/effort-names.ts';
import { claudeEfforts } from './claude-effort.ts';
import { gptEfforts } from './gpt-effort.ts';
import { ollamaEfforts } from './ollama-effort.ts';

/** The levels of effort that a model has, from the least to the most. None: it doesn't think, or that isn't known. */
export function effortsOf({
  dialect,
  id,
  capabilities,
}: Pick<Model, 'dialect' | 'id'> & Partial<Pick<Model, 'capabilities'>>): readonly Effort[] {
  if (dialect === 'anthropic-messages') return claudeEfforts(id);
  if (dialect === 'ollama-chat') return ollamaEfforts({ model: id, thinks: capabilities?.thinks });
  return dialect === 'openai-chat' || dialect === 'openai-responses' ? gptEfforts(id) : [];
}
