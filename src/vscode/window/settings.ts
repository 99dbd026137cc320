import * as vscode from 'vscode';
import { serial } from '../../converser/async/serial.ts';
import { isJsonObject, type JsonObject } from '../../converser/json/json.ts';
import type { PermissionRule } from '../../converser/permission/permissions.ts';
import { parseCaps } from '../../converser/spending/parse-caps.ts';
import { type Limits, ordinaryLimits } from '../../converser/turn/converse.ts';
import { settings } from './contributions.ts';

const section = 'converser';

/**
 * What the person has set, read anew each time so that a change counts from the next use on. A settings file may
 * hold anything: what is not of the expected kind counts as not set.
 */
export const readSettings = {
  /** `provider/id`; empty when Converser should choose. */
  model: () => readText(settings.model),
  limits: (): Limits => ({
    rounds: atLeastOne(read(settings.roundLimit), ordinaryLimits.rounds),
    resultCharacters: atLeastOne(read(settings.resultLimit), ordinaryLimits.resultCharacters),
    caps: parseCaps(read(settings.caps)),
  }),
  /** An absolute path, or empty. */
  ensemblesFolder: () => {
    const folder = readText(settings.ensemblesFolder);
    return /^([/\\]|[a-z]:[/\\])/i.test(folder) ? folder : '';
  },
  /** Whether servers of tools are taken from the person's `mcp.json`, or from those of the workspace. */
  takesMcpFile: (of: 'user' | 'workspace'): boolean => {
    const files = read(settings.mcpFiles);
    return !Array.isArray(files) || files.includes(of);
  },
  /** As it was typed: whoever signs in hears of a wrong one. */
  clientMetadataUrl: () => readText(settings.clientMetadataUrl),
  ensembleChoices: (): Readonly<Record<string, boolean>> =>
    Object.fromEntries(
      readEntries(settings.ensembles).filter(
        (entry): entry is [string, boolean] => typeof entry[1] === 'boolean',
      ),
    ),
  /** As it was written; `parseToolChoices` makes sense of it. */
  tools: (): unknown => read(settings.tools),
  permissionFor: (fullName: string): PermissionRule | undefined => {
    const rules = new Map(readEntries(settings.permissions));
    return [fullName, `${fullName.split(':')[0]}:*`].map(key => rules.get(key)).find(isRule);
  },
};

export const writeSettings = {
  /** Where the workspace has a model of its own, another one for all workspaces would change nothing. */
  model: (reference: string) => {
    const isOfWorkspace = configuration().inspect(settings.model)?.workspaceValue !== undefined;
    const target = isOfWorkspace ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.Global;
    return configuration().update(settings.model, reference, target);
  },
  ensemblesFolder: (folder: string) =>
    configuration().update(settings.ensemblesFolder, folder, vscode.ConfigurationTarget.Global),
  ensembleChoice: inTurn((name: string, enabled: boolean) =>
    configuration().update(
      settings.ensembles,
      { ...readSettings.ensembleChoices(), [name]: enabled },
      vscode.ConfigurationTarget.Global,
    ),
  ),
  /** Nothing is left in the settings of a table in which nothing is said. */
  tools: async (tools: JsonObject) => {
    const written = Object.keys(tools).length === 0 ? undefined : tools;
    await configuration().update(settings.tools, written, vscode.ConfigurationTarget.Global);
  },
};

/** One at a time: who ticks several boxes quickly writes one setting several times. */
function inTurn<T extends readonly unknown[]>(
  write: (...given: T) => Thenable<void>,
): (...given: T) => Promise<void> {
  const one = serial();
  return (...given) => one(async () => write(...given));
}

/** Tells that the person has changed a setting. */
export function onDidChangeSettings(name: Setting, listener: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration(event => {
    if (event.affectsConfiguration(`${section}.${name}`)) listener();
  });
}

function configuration(): vscode.WorkspaceConfiguration {
  return vscode.workspace.getConfiguration(section);
}

function isRule(value: unknown): value is PermissionRule {
  return value === 'allow' || value === 'ask' || value === 'deny';
}

type Setting = (typeof settings)[keyof typeof settings];

function read(name: Setting): unknown {
  return configuration().get<unknown>(name);
}

function readText(name: Setting): string {
  const value = read(name);
  return typeof value === 'string' ? value.trim() : '';
}

function readEntries(name: Setting): [string, unknown][] {
  const value = read(name);
  return isJsonObject(value) ? Object.entries(value) : [];
}

function atLeastOne(value: unknown, otherwise: number): number {
  return typeof value === 'number' && Number.isFinite(value) ? Math.max(1, Math.floor(value)) : otherwise;
}
