import type { JsonObject } from '../../converser/ground/json/json.ts';

export interface ContractCall {
  /** It is the wire name, or the name as it was written when several tools have it. */
  readonly name: string;
  readonly arguments: JsonObject;
}

export type Outcome =
  | {
      readonly kind: 'calls';
      readonly calls: readonly ContractCall[];
      readonly said: string;
    }
  | { readonly kind: 'answer'; readonly text: string }
  | { readonly kind: 'malformed'; readonly reason: string }
  /** It means nothing at the end of a reply. It is a leftover end marker, or, without `raw`, was already passed on. */
  | { readonly kind: 'nothing' }
  /** Other JSON starts, with this many open brackets. Nothing inside it is a call either. */
  | { readonly kind: 'data'; readonly depth: number }
  | { readonly kind: 'text' };

export const noCall: Outcome = { kind: 'text' };
export const nothing: Outcome = { kind: 'nothing' };

export interface Found {
  readonly raw: string;
  readonly outcome: Outcome;
}

/** Matches placeholders, which stand for a value that is still to be filled in, such as `<path>`, `{{city}}`, `[file name]`, `YOUR_KEY` and `…`. */
const placeholder =
  /^(?:<\p{L}[\p{L}\p{N} _.|-]{0,60}>|\{\{\s*\p{L}[\p{L}\p{N} _.-]{0,60}\}\}|\[\p{L}+[ _-][\p{L} _-]{1,60}\]|YOUR_\w{1,60}|\.\.\.|…)$/u;

export function isTemplate({ arguments: args }: ContractCall): boolean {
  return Object.values(args).some(value => typeof value === 'string' && placeholder.test(value.trim()));
}

export function malformed(reason: string): Outcome {
  return { kind: 'malformed', reason };
}

export function joinOutcomes(outcomes: readonly Outcome[]): Outcome {
  const bad = outcomes.find(({ kind }) => kind === 'malformed');
  if (bad !== undefined) return bad;
  const calls = outcomes.flatMap(outcome => (outcome.kind === 'calls' ? outcome.calls : []));
  const said = outcomes.map(outcome => (outcome.kind === 'calls' ? outcome.said : '')).join('');
  return calls.length === 0 ? noCall : { kind: 'calls', calls, said };
}
