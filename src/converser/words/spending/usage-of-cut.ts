import type { Model, ModelRequest, Usage } from '../models/provider.ts';
import { createLedger } from './ledger.ts';
import { noSpending } from './spending.ts';

interface Cut {
  readonly request: ModelRequest;
  /** What the model wrote until it was stopped, reasoning included. */
  readonly written: string;
  /** What it has reported so far. */
  readonly usage: Usage | undefined;
}

/** What a reply cost that was stopped before its end: servers report usage only there. */
export function usageOfCut(model: Model, { request, written, usage }: Cut): Usage | undefined {
  const meter = createLedger({ model, before: noSpending }).ask(1, request);
  if (usage !== undefined) meter.tell(usage);
  meter.hear({ type: 'text-delta', text: written });
  return meter.settle(false);
}
