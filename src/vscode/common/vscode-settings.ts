import * as vscode from 'vscode';
import { listeners } from '../../converser/ground/async/listeners.ts';
import { serial } from '../../converser/ground/async/serial.ts';
import { isJsonObject, type JsonObject } from '../../converser/ground/json/json.ts';
import type { PermissionMode } from '../../converser/words/permission/permission-mode.ts';
import type { PermissionRule } from '../../converser/words/permission/rules.ts';
import type { SettingKey } from '../../house/setting-keys.ts';
import { createSettings, type SettingMistake } from '../../house/settings.ts';
import { configuration, ownSetting } from './own-setting.ts';

const mistakes = listeners<SettingMistake>();

/** Calls back once for each value that counts as not set. */
export const onDidFindMistake = mistakes.listen;

export const settings = createSettings(read, mistakes.fire);

function read(key: SettingKey): unknown {
  if (key === 'protectedPlaces') return addedGlobs();
  // A folder that you trust may choose the model, and how long a turn may be.
  return key === 'model' || key === 'roundLimit' ? configuration().get(key) : ownSetting(key);
}

/** Invariant: no level takes away protected places of another one, whether its folder is trusted or not. */
function addedGlobs(): readonly unknown[] {
  const key: SettingKey = 'protectedPlaces';
  const scopes = [undefined, ...(vscode.workspace.workspaceFolders ?? [])];
  const levels = scopes.flatMap(scope => {
    const found = vscode.workspace.getConfiguration('converser', scope).inspect<unknown>(key) ?? {};
    return Object.entries(found).filter(([level]) => level !== 'key' && level !== 'languageIds');
  });
  return [...new Set(levels.flatMap(([, value]) => value ?? []))];
}

/** If it is not yours, the workspace or one of its folders has added the glob. */
export function isOwnPlace(glob: unknown): boolean {
  return ownPlaces().includes(glob);
}

function ownPlaces(): readonly unknown[] {
  return [ownSetting('protectedPlaces') ?? []].flat();
}

export const writeSettings = {
  /** Writes to the workspace if it has its own model, which takes precedence. */
  model: (reference: string) => {
    const isOfWorkspace = configuration().inspect('model')?.workspaceValue !== undefined;
    const target = isOfWorkspace ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.Global;
    return configuration().update('model', reference, target);
  },
  ensemblesFolder: (folder: string) => writeForUser('ensemblesFolder', folder),
  /** Several quick clicks change the same setting, so one write follows the other. */
  ensembleChoice: (name: string, enabled: boolean) =>
    oneAtATime(() => writeForUser('ensembles', { ...settings.ensembles, [name]: enabled })),
  trustedSource: (source: string, isTrusted = true) =>
    oneAtATime(() => {
      const others = settings.trustedSources.filter(each => each !== source);
      return writeForUser('trustedSources', isTrusted ? [...others, source] : others);
    }),
  permissionMode: (mode: PermissionMode) => writeForUser('permissionMode', mode),
  permission: (text: string, rule: PermissionRule | undefined) =>
    oneAtATime(() => {
      const others = readEntries('permissions').filter(([each]) => each !== text);
      return writeForUser(
        'permissions',
        Object.fromEntries(rule === undefined ? others : [...others, [text, rule]]),
      );
    }),
  unprotect: (glob: unknown) => {
    const left = ownPlaces().filter(each => each !== glob);
    return writeForUser('protectedPlaces', left.length === 0 ? undefined : left);
  },
  gatewayPort: (port: number) => writeForUser('gateway.port', port),
  gatewayStarts: (starts: boolean) => writeForUser('gateway.startAutomatically', starts),
  tools: (tools: JsonObject) => writeForUser('tools', Object.keys(tools).length === 0 ? undefined : tools),
};

const oneAtATime = serial();

async function writeForUser(key: SettingKey, value: unknown): Promise<void> {
  await configuration().update(key, value, vscode.ConfigurationTarget.Global);
}

/** Mistakes stay where they are. */
function readEntries(key: SettingKey): [string, unknown][] {
  const value = ownSetting(key);
  return isJsonObject(value) ? Object.entries(value) : [];
}

export function onDidChangeSettings(key: SettingKey, listener: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration(event => {
    if (event.affectsConfiguration(`converser.${key}`)) listener();
  });
}
