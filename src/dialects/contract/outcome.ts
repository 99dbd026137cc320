import type { JsonObject } from '../../converser/ground/json/json.ts';

/** A call that was read whole. */
export interface ContractCall {
  /** The wire name; or as it was written, when several tools have that name. */
  readonly name: string;
  readonly arguments: JsonObject;
}

/** What a piece of a reply turned out to be. */
export type Outcome =
  | {
      readonly kind: 'calls';
      readonly calls: readonly ContractCall[];
      /** What is said beside the calls, inside the same JSON. */
      readonly said: string;
    }
  | { readonly kind: 'answer'; readonly text: string }
  /** Meant as a call, but not one. */
  | { readonly kind: 'malformed'; readonly reason: string }
  /** Meaningless at the end of a reply: a leftover end marker, or, without `raw`, what was already passed on. */
  | { readonly kind: 'nothing' }
  /** The start of other JSON with this many open brackets. Nothing inside it is a call either. */
  | { readonly kind: 'data'; readonly depth: number }
  | { readonly kind: 'text' };

export interface Found {
  /** As it was written. */
  readonly raw: string;
  readonly outcome: Outcome;
}

export function malformed(reason: string): Outcome {
  return { kind: 'malformed', reason };
}

/** Joins the outcomes of one piece. One malformed call makes all of it malformed. */
export function joinOutcomes(outcomes: readonly Outcome[]): Outcome {
  const bad = outcomes.find(({ kind }) => kind === 'malformed');
  if (bad !== undefined) return bad;
  const calls = outcomes.flatMap(outcome => (outcome.kind === 'calls' ? outcome.calls : []));
  const said = outcomes.map(outcome => (outcome.kind === 'calls' ? outcome.said : '')).join('');
  return calls.length === 0 ? { kind: 'text' } : { kind: 'calls', calls, said };
}
