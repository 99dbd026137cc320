import * as vscode from 'vscode';
import { serial } from '../../converser/async/serial.ts';
import { isJsonObject, type JsonObject } from '../../converser/json/json.ts';
import { type FallbackChains, readFallbackChains } from '../../converser/models/fallback/fallback-chains.ts';
import { type OptionsByModel, readModelOptions } from '../../converser/models/model-options.ts';
import {
  ordinaryMode,
  type PermissionMode,
  permissionModes,
} from '../../converser/permission/permission-mode.ts';
import type { PermissionRule } from '../../converser/permission/rules.ts';
import { parseCaps } from '../../converser/spending/caps.ts';
import { type Limits, ordinaryLimits } from '../../converser/turn/converse-options.ts';
import { settings } from '../activation-ids.ts';
import { gatewaySettings, lazySettings } from './lazy-settings.ts';
import { configuration, ownSetting } from './own-setting.ts';

/**
 * The user's settings, read each time so that a change takes effect with the next use. A settings file may contain
 * anything: a value of the wrong type counts as not set.
 */
/** A day: timers can't take much more than 24 of them. */
const mostMinutes = 1_440;

export const readSettings = {
  /** `provider/id`; empty when Converser should choose. */
  model: () => textOf(configuration().get(lazySettings.model)),
  limits: (): Limits => ({
    rounds: atLeastOne(configuration().get(lazySettings.roundLimit), ordinaryLimits.rounds),
    resultCharacters: atLeastOne(
      configuration().get(lazySettings.resultLimit),
      ordinaryLimits.resultCharacters,
    ),
    compactAt: percentOf(lazySettings.compactAt, ordinaryLimits.compactAt),
    toolsOnDemandAt: percentOf(lazySettings.toolsOnDemandAt, ordinaryLimits.toolsOnDemandAt),
    caps: parseCaps(ownSetting),
  }),
  /** An absolute path, or empty. */
  ensemblesFolder: () => {
    const folder = readText(lazySettings.ensemblesFolder);
    return /^([/\\]|[a-z]:[/\\])/i.test(folder) ? folder : '';
  },
  /** Whether Converser reads the user's `mcp.json`, or those of the workspace. */
  takesMcpFile: (of: 'user' | 'workspace'): boolean => {
    const files = ownSetting(lazySettings.mcpFiles);
    return !Array.isArray(files) || files.includes(of);
  },
  /** As typed: a mistake is reported when the user signs in. */
  clientMetadataUrl: () => readText(lazySettings.clientMetadataUrl),
  /** As written; what is none counts as absent where hosts are compared. */
  localHosts: () => readTexts(lazySettings.localHosts),
  trustedSources: () => readTexts(lazySettings.trustedSources),
  instructions: () => readText(lazySettings.instructions),
  /** By patterns of `provider/id`. A value that is wrong counts as not set; the settings editor says why. */
  modelOptions: (): OptionsByModel =>
    Object.fromEntries(
      readEntries(lazySettings.modelOptions).flatMap(([pattern, written]) => {
        const read = readModelOptions(written);
        return 'options' in read ? [[pattern, read.options]] : [];
      }),
    ),
  /** By patterns of `provider/id`. */
  fallbacks: (): FallbackChains => readFallbackChains(ownSetting(lazySettings.fallbacks)),
  /** As written; see `sandboxModes`. */
  sandbox: () => readText(lazySettings.sandbox),
  /** As written. */
  writableFolders: () => readTexts(lazySettings.writableFolders),
  ensembleChoices: (): Readonly<Record<string, boolean>> =>
    Object.fromEntries(
      readEntries(lazySettings.ensembles).filter(
        (entry): entry is [string, boolean] => typeof entry[1] === 'boolean',
      ),
    ),
  gatewayPort: (): number => {
    const port = ownSetting(gatewaySettings.port);
    return typeof port === 'number' && Number.isInteger(port) && port >= 0 && port < 65_536 ? port : 4141;
  },
  gatewayStarts: (): boolean => ownSetting(settings.gatewayStarts) === true,
  /** Names of models, as other programs may write them. */
  gatewayFallbacks: () => readTexts(gatewaySettings.fallbacks),
  /** As typed: a mistake is reported when the gateway starts. Empty: this machine only. */
  gatewayHost: () => readText(gatewaySettings.host),
  gatewayHostNames: () => readTexts(gatewaySettings.hostNames),
  gatewayOrigins: () => readTexts(gatewaySettings.origins),
  gatewayLogsContent: (): boolean => ownSetting(gatewaySettings.logsContent) === true,
  /** As written, by the name of a program; see `parseScopes`. */
  gatewayLimits: (): Readonly<Record<string, unknown>> =>
    Object.fromEntries(readEntries(gatewaySettings.limits)),
  /** As written; see `parseToolChoices`. */
  tools: (): unknown => ownSetting(lazySettings.tools),
  permissionMode: (): PermissionMode => {
    const written = ownSetting(lazySettings.permissionMode);
    return permissionModes.find(mode => mode === written) ?? ordinaryMode;
  },
  /** Milliseconds; 0: any time. */
  questionTimeLimit: (): number => {
    const minutes = ownSetting(lazySettings.questionTimeLimit);
    return typeof minutes === 'number' && minutes >= 0 ? Math.min(minutes, mostMinutes) * 60_000 : 0;
  },
  questionSound: (): boolean => ownSetting(lazySettings.questionSound) === true,
  /** In the order in which you wrote them. */
  permissions: (): readonly (readonly [text: string, rule: PermissionRule])[] =>
    readEntries(lazySettings.permissions).flatMap(([text, rule]) => (isRule(rule) ? [[text, rule]] : [])),
};

export const writeSettings = {
  /** Writes to the workspace if it has a model of its own, which takes precedence. */
  model: (reference: string) => {
    const isOfWorkspace = configuration().inspect(lazySettings.model)?.workspaceValue !== undefined;
    const target = isOfWorkspace ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.Global;
    return configuration().update(lazySettings.model, reference, target);
  },
  ensemblesFolder: (folder: string) => writeForUser(lazySettings.ensemblesFolder, folder),
  /** One write at a time: several quick clicks change the same setting. */
  ensembleChoice: (name: string, enabled: boolean) =>
    oneAtATime(() =>
      writeForUser(lazySettings.ensembles, { ...readSettings.ensembleChoices(), [name]: enabled }),
    ),
  trustedSource: (source: string, isTrusted = true) =>
    oneAtATime(() => {
      const others = readSettings.trustedSources().filter(each => each !== source);
      return writeForUser(lazySettings.trustedSources, isTrusted ? [...others, source] : others);
    }),
  permissionMode: (mode: PermissionMode) => writeForUser(lazySettings.permissionMode, mode),
  /** Writes a rule after all others, or removes it. */
  permission: (text: string, rule: PermissionRule | undefined) =>
    oneAtATime(() => {
      const others = readEntries(lazySettings.permissions).filter(([each]) => each !== text);
      return writeForUser(
        lazySettings.permissions,
        Object.fromEntries(rule === undefined ? others : [...others, [text, rule]]),
      );
    }),
  gatewayPort: (port: number) => writeForUser(gatewaySettings.port, port),
  gatewayStarts: (starts: boolean) => writeForUser(settings.gatewayStarts, starts),
  /** Removes the setting if there are no choices left. */
  tools: (tools: JsonObject) =>
    writeForUser(lazySettings.tools, Object.keys(tools).length === 0 ? undefined : tools),
};

const oneAtATime = serial();

async function writeForUser(name: Setting, value: unknown): Promise<void> {
  await configuration().update(name, value, vscode.ConfigurationTarget.Global);
}

/** Listens to changes of one setting. */
export function onDidChangeSettings(name: Setting, listener: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration(event => {
    if (event.affectsConfiguration(`converser.${name}`)) listener();
  });
}

function isRule(value: unknown): value is PermissionRule {
  return value === 'allow' || value === 'ask' || value === 'deny';
}

type Setting =
  | (typeof lazySettings)[keyof typeof lazySettings]
  | (typeof settings)[keyof typeof settings]
  | (typeof gatewaySettings)[keyof typeof gatewaySettings];

function readText(name: Setting): string {
  return textOf(ownSetting(name));
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

function readTexts(name: Setting): readonly string[] {
  const value = ownSetting(name);
  return Array.isArray(value) ? value.filter(each => typeof each === 'string') : [];
}

function readEntries(name: Setting): [string, unknown][] {
  const value = ownSetting(name);
  return isJsonObject(value) ? Object.entries(value) : [];
}

/** A share from 0 to 1, of a setting from 0 to 100. */
function percentOf(name: Setting, otherwise: number): number {
  const value = ownSetting(name);
  return typeof value === 'number' && value >= 0 ? Math.min(100, value) / 100 : otherwise;
}

function atLeastOne(value: unknown, otherwise: number): number {
  return typeof value === 'number' && Number.isFinite(value) ? Math.max(1, Math.floor(value)) : otherwise;
}
