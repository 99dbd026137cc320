import { shortened } from '../../converser/ground/wording/cut-text.ts';
import type { Canister } from '../../converser/words/canister/canister.ts';
import type { Content } from '../../converser/words/canister/content.ts';
import type { Model, ModelRequest } from '../../converser/words/models/provider.ts';
import type { ProbeName, ProbeResult } from './capability-card.ts';
import type { Heard } from './record-reply.ts';

/** A test of one ability of a model. */
export interface Probe {
  readonly name: ProbeName;
  /** The most requests it makes. */
  readonly requests: number;
  /** Skipped if this probe has not passed, for the reason given. */
  readonly needs?: { readonly probe: ProbeName; readonly otherwise: string };
  /** Judges by what the model did. Throws only what `Trial` throws. */
  run(trial: Trial): Promise<Verdict>;
}

export interface Verdict extends Pick<ProbeResult, 'outcome' | 'finding'> {
  /** Tokens that were found to fit. */
  readonly contextTokens?: number;
}

/** What a probe works with. */
export interface Trial {
  /** The bare model, without the contract, and with everything sent that it might accept. */
  readonly subject: Model;
  /** Makes a request and reads the whole reply. Rejects with a `Fruitless` if there is nothing to judge. */
  ask(model: Model, request: ModelRequest): Promise<Heard>;
  /** A word that no model can guess. */
  nonce(): string;
  /** A whole number from 0 up to the limit. */
  draw(limit: number): number;
  /** New canisters, which differ from each other. */
  canister<Role extends Canister['role']>(role: Role, content: readonly Content[]): NewCanister<Role>;
}

export type NewCanister<Role extends Canister['role']> = Pick<
  Extract<Canister, { role: Role }>,
  'id' | 'timestamp' | 'content' | 'marks'
> & { readonly role: Role };

export function passed(finding: string): Verdict {
  return { outcome: 'passed', finding };
}

export function failed(finding: string): Verdict {
  return { outcome: 'failed', finding };
}

/** The model's text, short enough for a finding. */
export function quote(said: string): string {
  const line = said.trim().replace(/\s+/g, ' ');
  return line === '' ? 'nothing' : `“${shortened(line, 80)}”`;
}
