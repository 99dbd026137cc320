import type { ConverseEvent } from '../conversation/converse-event.ts';
import { turnErrors } from '../conversation/turn-errors.ts';
import { type ErrorData, errorData } from '../errors.ts';
import type { Model, ModelRequest } from '../models/provider.ts';
import { type Breach, type Caps, capSetting, capsTokens, findBreach } from '../spending/caps.ts';
import { countRequest } from '../spending/count-request.ts';
import { estimateRequest } from '../spending/estimate-request.ts';
import type { Ledger } from '../spending/ledger.ts';
import { costText } from '../spending/spending-text.ts';
import { countText, numberText } from '../wording/numbers.ts';

/** Checks a request before it is sent: returns why it may not be, and warns the user in events. */
export type Admission = (
  request: ModelRequest,
) => AsyncGenerator<readonly ConverseEvent[], ErrorData | undefined>;

export interface AdmissionOptions {
  readonly model: Model;
  readonly caps?: Caps | undefined;
  readonly ledger: Ledger;
  readonly signal: AbortSignal;
}

/** By how much an estimate may be wrong. Only within that margin is the model asked to count. */
const doubt = 1.2;

/** For one turn. Nothing is counted unless something depends on it, and over the network only where it is close. */
export function createAdmission(options: AdmissionOptions): Admission {
  const { model, caps = {}, ledger, signal } = options;
  const { contextTokens } = model.capabilities;
  let isWarned = contextTokens === undefined;

  return async function* admit(request) {
    const breachWith = (tokens: number) =>
      findBreach(caps, { spent: ledger.spent, tokens, price: model.price });
    const isNearWindow = (tokens: number) => !isWarned && tokens > (contextTokens ?? 0);
    let tokens = isWarned && !capsTokens(caps) ? 0 : estimateRequest(request, model.provider);
    if (breachWith(tokens * doubt) === undefined && !isNearWindow(tokens * doubt)) return undefined;

    ({ tokens } = await countRequest(model, request, signal));
    const breach = breachWith(tokens);
    if (breach !== undefined) return refusal(breach, model);
    if (isNearWindow(tokens)) {
      isWarned = true;
      yield [{ type: 'notice', message: tooLong(tokens, model) }];
    }
    return undefined;
  };
}

function tooLong(tokens: number, { label, capabilities }: Model): string {
  const room = numberText(capabilities.contextTokens ?? 0);
  return `The request has about ${numberText(tokens)} tokens, but ${label} takes only ${room}, so it may be refused. Start a new conversation, or attach less.`;
}

function refusal({ scope, kind, cap, would }: Breach, model: Model): ErrorData {
  const amount = amounts[kind];
  const limit = { scope, cap: amount(cap), setting: settingOf({ scope, kind }) };
  return errorData(
    would === undefined
      ? turnErrors.spendingUnknown(model.label, limit)
      : turnErrors.spendingCap({ ...limit, would: excessText(amount(would), { kind, cap: limit.cap }) }),
  );
}

/** Rounded, it may read as the cap itself. */
function excessText(
  would: string,
  { kind, cap }: { readonly kind: Breach['kind']; readonly cap: string },
): string {
  if (would === cap) return `just over ${would}`;
  return kind === 'requests' ? would : `about ${would}`;
}

function settingOf({ scope, kind }: Pick<Breach, 'scope' | 'kind'>): string {
  const inTerminal = scope === 'turn' ? ` (in a terminal: --max-${kind})` : '';
  return `the setting converser.${capSetting({ scope, kind })}${inTerminal}`;
}

const amounts: { readonly [Kind in Breach['kind']]: (value: number) => string } = {
  requests: value => countText(value, 'request'),
  tokens: value => `${numberText(value)} tokens`,
  cost: costText,
};
