import type { Effort } from '../../converser/ground/wording/effort-names.ts';
import type { Model } from '../../converser/words/models/provider.ts';
import { chatEfforts } from './chat-effort.ts';
import { claudeEfforts } from './claude-effort.ts';
import { gptEfforts } from './gpt-effort.ts';
import { ollamaEfforts } from './ollama-effort.ts';

type Thinker = Pick<Model, 'dialect' | 'id' | 'server'> & Partial<Pick<Model, 'capabilities'>>;

/** From the least to the most. The list is empty if the model doesn't think, or if that isn't known. */
export function effortsOf({ dialect, id: model, server, capabilities }: Thinker): readonly Effort[] {
  const thinks = capabilities?.thinks;
  switch (dialect) {
    case 'anthropic-messages':
      return claudeEfforts(model);
    case 'ollama-chat':
      return ollamaEfforts({ model, thinks });
    case 'openai-chat':
      return chatEfforts({ model, server, thinks });
    case 'openai-responses':
      return gptEfforts(model);
    // Models of VS Code take one only from its own model picker: https://github.com/microsoft/vscode/issues/319794
    default:
      return [];
  }
}
