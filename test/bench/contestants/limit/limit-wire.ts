import type { Canister } from '../../../../src/converser/words/canister/canister.ts';

export interface LimitCall {
  readonly id: string;
  readonly name: string;
  readonly args: unknown;
}

export interface LimitResult {
  readonly id: string;
  readonly text: string;
}

/** Reads the events of one reply. */
export interface LimitReader {
  read(data: string): void;
  end(): { readonly message: object; readonly calls: readonly LimitCall[] };
}

/** One vendor's format, no more of it than the scenarios need. */
export interface LimitWire {
  /** The JSON of a request before its messages, and after them. */
  readonly head: string;
  readonly tail: string;
  past(canisters: readonly Canister[]): readonly object[];
  user(text: string): object;
  results(results: readonly LimitResult[]): readonly object[];
  createReader(say: (piece: string) => void): LimitReader;
}
