import type { ConverseEvent } from '../conversation/converse-event.ts';
import type { ModelEvent, ModelRequest, Usage } from '../models/provider.ts';
import type { Ledger } from '../spending/ledger.ts';

/** What one request uses, written into the ledger and reported as events. */
export interface RequestMeter {
  hear(event: ModelEvent): void;
  report(usage: Usage): ConverseEvent;
  /** Ends the request. What its provider did not report is estimated. Does nothing the second time. */
  settle(isWhole: boolean): readonly ConverseEvent[];
}

export function meterRequest(
  request: ModelRequest,
  { ledger, round }: { readonly ledger: Ledger; readonly round: number },
): RequestMeter {
  const meter = ledger.ask(round, request);
  const event = (usage: Usage): ConverseEvent => ({ type: 'usage', round, usage, spent: ledger.spent });
  return {
    hear: meter.hear,
    report(usage) {
      meter.tell(usage);
      return event(usage);
    },
    settle(isWhole) {
      const estimated = meter.settle(isWhole);
      return estimated === undefined ? [] : [event(estimated)];
    },
  };
}
