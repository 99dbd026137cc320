import type { Disposable } from '../../converser/ground/async/listeners.ts';
import { listeners } from '../../converser/ground/async/listeners.ts';
import type { EnsembleRoster } from '../../converser/words/ensemble/ensemble-roster.ts';
import {
  type Client,
  type ClientKeys,
  createClientKeys,
  type KeptKey,
  keep,
  newKey,
  type Scopes,
} from '../../gateway/guard/client-keys.ts';
import { inform } from '../../vscode/common/notices.ts';
import { settings } from '../../vscode/common/vscode-settings.ts';
import type { GatewayKeys } from '../../vscode/gateway/gateway-keys.ts';
import { vscodeClient } from '../../vscode/gateway/offer-to-vscode.ts';
import { lmToolsName } from '../../vscode/language-models/tool-token.ts';

export interface BorrowedKey {
  readonly key: string;
  readonly giveBack: () => void;
}

export interface GatewayClients extends Disposable {
  readonly keys: ClientKeys;
  keyIdOf(name: string): string | undefined;
  borrowKey(): BorrowedKey;
}

export function createGatewayClients(keys: GatewayKeys, roster: EnsembleRoster): GatewayClients {
  const changes = listeners<void>();
  const borrowed = new Set<KeptKey>();
  const keptOf = ({ key, name }: GatewayKeys['all'][number]): readonly KeptKey[] => {
    const scopes = scopesOf(name, roster);
    return scopes === undefined ? [] : [keep(key, { name, ...scopes })];
  };
  const following = keys.onDidChange(changes.fire);
  return {
    keys: createClientKeys(() => [...keys.all.flatMap(keptOf), ...borrowed], {
      onDidChange: changes.listen,
      onFirstUse: greet,
    }),
    keyIdOf(name) {
      const found = keys.all.find(key => key.name === name);
      return found && keep(found.key, { name }).hash;
    },
    borrowKey() {
      const key = newKey();
      const kept = keep(key, { name: borrower });
      borrowed.add(kept);
      const giveBack = () => {
        borrowed.delete(kept);
        changes.fire();
      };
      return { key, giveBack };
    },
    dispose: () => following.dispose(),
  };
}

const borrower = 'Converser: Doctor';

function greet({ name }: Client): void {
  if (name !== borrower) void inform(`${name} uses Converser’s gateway now.`);
}

/** `undefined` says that the limits can't be read, so that the key opens nothing. */
function scopesOf(name: string, roster: EnsembleRoster): Scopes | undefined {
  const limits = settings.gateway.limits.get(name) ?? {};
  if (limits === 'unreadable') return undefined;
  if (name !== vscodeClient) return limits;
  // VS Code's own tools are not offered to its own agent again.
  const ensembles = limits.ensembles ?? roster.ensembles.map(ensemble => ensemble.name);
  return { ...limits, ensembles: ensembles.filter(each => each !== lmToolsName) };
}

export function limitWarnings(): readonly string[] {
  const unreadable = [...settings.gateway.limits].filter(([, limits]) => limits === 'unreadable');
  return unreadable.map(
    ([name]) =>
      `The limits of ${name} in the setting converser.gateway.limits can’t be read, so its key opens nothing. Correct or remove them.`,
  );
}
