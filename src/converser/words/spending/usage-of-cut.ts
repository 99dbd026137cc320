import type { Model, ModelRequest, Usage } from '../models/provider.ts';
import { createLedger } from './ledger.ts';
import { noSpending } from './spending.ts';

interface Cut {
  readonly request: ModelRequest;
  readonly written: string;
  readonly usage: Usage | undefined;
}

/** Servers report usage only at the end of a reply, so a stopped one is estimated. */
export function usageOfCut(model: Model, { request, written, usage }: Cut): Usage | undefined {
  const meter = createLedger({ model, before: noSpending }).ask(1, request);
  if (usage !== undefined) meter.tell(usage);
  meter.hear({ type: 'text-delta', text: written });
  return meter.settle(false);
}
