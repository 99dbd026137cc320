import type * as vscode from 'vscode';
import { type Disposable, type Listen, listeners } from '../../converser/ground/async/listeners.ts';
import { serial } from '../../converser/ground/async/serial.ts';
import { isJsonObject, parseJson } from '../../converser/ground/json/json.ts';

export interface GatewayKey {
  readonly name: string;
  readonly key: string;
}

/** All windows share the keys, which are in VS Code's secret storage. */
export interface GatewayKeys extends Disposable {
  readonly all: readonly GatewayKey[];
  readonly onDidChange: Listen<void>;
  /** Makes the key if the program has none. */
  of(name: string): Promise<GatewayKey>;
  /** Takes effect at once in all windows, and stops what runs for the key. */
  revoke(name: string): Promise<void>;
}

const secretName = 'converser.gateway.keys';

export async function createGatewayKeys({
  secrets,
  newKey,
}: {
  readonly secrets: vscode.SecretStorage;
  readonly newKey: () => string;
}): Promise<GatewayKeys> {
  const oneAtATime = serial();
  const stored = async () => readKeys(await secrets.get(secretName));
  const changes = listeners<void>();
  let all = await stored();
  const become = (keys: readonly GatewayKey[]) => {
    all = keys;
    changes.fire();
  };
  const store = async (keys: readonly GatewayKey[]) => {
    await secrets.store(secretName, JSON.stringify(keys));
    become(keys);
  };
  const subscription = secrets.onDidChange(async ({ key }) => {
    if (key === secretName) become(await stored());
  });
  return {
    get all() {
      return all;
    },
    onDidChange: changes.listen,
    of: name =>
      oneAtATime(async () => {
        const known = await stored();
        const found = known.find(key => key.name === name);
        if (found !== undefined) return found;
        const made = { name, key: newKey() };
        await store([...known, made]);
        return made;
      }),
    revoke: name => oneAtATime(async () => store((await stored()).filter(key => key.name !== name))),
    dispose: () => subscription.dispose(),
  };
}

function readKeys(written: string | undefined): readonly GatewayKey[] {
  const value = written === undefined ? [] : parseJson(written);
  return Array.isArray(value) ? value.filter(isKey) : [];
}

function isKey(value: unknown): value is GatewayKey {
  return isJsonObject(value) && typeof value.name === 'string' && typeof value.key === 'string';
}
