import type { Model, ModelEvent, ModelRequest, Usage } from '../../converser/models/provider.ts';
import { createLedger } from '../../converser/spending/ledger.ts';
import { noSpending } from '../../converser/spending/spending.ts';

interface Cut {
  readonly request: ModelRequest;
  /** What the model wrote until it was stopped, reasoning included. */
  readonly written: string;
  /** What it has reported so far. */
  readonly usage: Usage | undefined;
}

/** What a reply cost that was stopped where the model began to invent: servers report usage only at the end. */
export function usageOfCut(model: Model, { request, written, usage }: Cut): Usage | undefined {
  const meter = createLedger({ model, before: noSpending }).ask(1, request);
  if (usage !== undefined) meter.tell(usage);
  meter.hear({ type: 'text-delta', text: written });
  return meter.settle(false);
}

export function inventionNotice({ label }: Pick<Model, 'label'>): ModelEvent {
  const message = `${label} began to make up a tool’s result or a message. Converser stopped it there and left that out.`;
  return { type: 'notice', message };
}
