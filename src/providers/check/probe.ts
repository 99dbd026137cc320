import { shortened } from '../../converser/ground/wording/cut-text.ts';
import type { Canister } from '../../converser/words/canister/canister.ts';
import type { Content } from '../../converser/words/canister/content.ts';
import type { Model, ModelRequest } from '../../converser/words/models/provider.ts';
import type { ProbeName, ProbeResult } from './capability-card.ts';
import type { Heard } from './record-reply.ts';

export interface Probe {
  readonly name: ProbeName;
  readonly requests: number;
  readonly needs?: { readonly probe: ProbeName; readonly otherwise: string };
  run(trial: Trial): Promise<Verdict>;
}

export interface Verdict extends Pick<ProbeResult, 'outcome' | 'finding'> {
  readonly contextTokens?: number;
}

export interface Trial {
  readonly subject: Model;
  ask(model: Model, request: ModelRequest): Promise<Heard>;
  nonce(): string;
  draw(limit: number): number;
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

export function quote(said: string): string {
  const line = said.trim().replace(/\s+/g, ' ');
  return line === '' ? 'nothing' : `“${shortened(line, 80)}”`;
}
