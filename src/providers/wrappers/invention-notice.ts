import type { Model, ModelEvent } from '../../converser/words/models/provider.ts';

export function inventionNotice({ label }: Pick<Model, 'label'>): ModelEvent {
  const message = `${label} began to make up a tool’s result or a message. Converser stopped it there and left that out.`;
  return { type: 'notice', message };
}
