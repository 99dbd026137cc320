import type { Vouching } from '../../src/converser/call/caution/caution.ts';
import { createApprovals } from '../../src/converser/call/permission/approvals.ts';
import { createPermissions } from '../../src/converser/call/permission/permissions.ts';
import { type ConversePorts, ordinaryLimits } from '../../src/converser/turn/converse-options.ts';
import type { Ensemble } from '../../src/converser/words/ensemble/ensemble.ts';
import { createEnsembleRoster } from '../../src/converser/words/ensemble/ensemble-roster.ts';
import type { PermissionRule } from '../../src/converser/words/permission/rules.ts';
import { type Answer, createFakeMemory, rulesOf } from './fake-approvals.ts';
import { createFakeHost, type FakeHost } from './fake-host.ts';

export interface FakePortsOptions {
  readonly ensembles?: readonly Ensemble[] | ((host: FakeHost) => readonly Ensemble[]);
  /** What the user answers when asked, in order. */
  readonly answers?: readonly Answer[];
  readonly rules?: Readonly<Record<string, PermissionRule>>;
  readonly trusted?: boolean;
  readonly vouching?: Vouching;
  readonly limits?: Partial<ConversePorts['limits']>;
  readonly journal?: ConversePorts['journal'];
}

/** The real roster and the real permissions around a fake host. */
export async function createFakePorts(
  options: FakePortsOptions = {},
): Promise<ConversePorts & { readonly host: FakeHost }> {
  const host = createFakeHost(options.answers);
  const roster = createEnsembleRoster();
  const { ensembles = [] } = options;
  for (const ensemble of typeof ensembles === 'function' ? ensembles(host) : ensembles) {
    await roster.set(ensemble);
  }
  const approvals = new Set<string>();
  const permissions = createPermissions({
    approver: host.approver,
    clock: host.clock,
    rules: rulesOf(options.rules ?? {}),
    circumstances: () => ({ isTrusted: options.trusted ?? true, mode: 'changes' }),
    approvals: createApprovals(createFakeMemory(approvals)),
    ...(options.vouching && { vouching: options.vouching }),
  });
  return {
    host,
    roster,
    permissions,
    limits: { ...ordinaryLimits, ...options.limits },
    ...(options.journal && { journal: options.journal }),
  };
}
