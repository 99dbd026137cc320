import type { ConverserError } from '../../ground/errors.ts';
import { turnErrors } from '../../words/conversation/turn-errors.ts';
import type { Model } from '../../words/models/provider.ts';
import { type Breach, type CapKind, capSetting } from '../../words/spending/caps.ts';
import { amountText } from './cap-text.ts';

export function breachError(breach: Breach, model: Pick<Model, 'label'>): ConverserError {
  const { scope, kind, would } = breach;
  const cap = amountText(kind, breach.cap);
  const limit = { scope, cap, setting: `the setting converser.${capSetting(breach)}` };
  if (would === undefined) return turnErrors.spendingUnknown(model.label, limit);
  const exceeded = { ...limit, would: excessText(amountText(kind, would), { kind, cap }) };
  if (kind === 'seconds') return turnErrors.timeCap(exceeded);
  return kind === 'calls' ? turnErrors.callCap(exceeded) : turnErrors.spendingCap(exceeded);
}

/** Rounded, it may read as the cap itself. */
function excessText(would: string, { kind, cap }: { readonly kind: CapKind; readonly cap: string }): string {
  if (would === cap) return `just over ${would}`;
  return kind === 'tokens' || kind === 'cost' ? `about ${would}` : would;
}
