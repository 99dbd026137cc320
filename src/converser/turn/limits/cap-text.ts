import { countText, numberText } from '../../ground/wording/numbers.ts';
import type { CapKind } from '../../words/spending/caps.ts';
import { costText } from '../../words/spending/spending-text.ts';

export function capText({ kind, used, cap }: CapInUse): string {
  return `${kind === 'cost' ? costText(used) : numberText(used)} of ${amountText(kind, cap)}`;
}

interface CapInUse {
  readonly kind: CapKind;
  readonly used: number;
  readonly cap: number;
}

export function amountText(kind: CapKind, value: number): string {
  switch (kind) {
    case 'calls':
      return countText(value, 'tool call');
    case 'seconds':
      return `${numberText(value)} s`;
    case 'requests':
      return countText(value, 'request');
    case 'tokens':
      return `${numberText(value)} tokens`;
    case 'cost':
      return costText(value);
  }
}
