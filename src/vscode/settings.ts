import * as vscode from 'vscode';
import { type Limits, ordinaryLimits } from '../converser/converse.ts';
import type { PermissionRule } from '../converser/permissions.ts';
import { settings } from './contributions.ts';

const section = 'converser';

/** What the person has set, read anew each time so that a change counts from the next use on. */
export const readSettings = {
  /** `provider/id`; empty when Converser should choose. */
  model: () => configuration().get<string>(settings.model, ''),
  limits: (): Limits => ({
    rounds: atLeastOne(configuration().get<number>(settings.roundLimit, ordinaryLimits.rounds)),
    resultCharacters: atLeastOne(
      configuration().get<number>(settings.resultLimit, ordinaryLimits.resultCharacters),
    ),
  }),
  /** An absolute path, or empty. */
  ensemblesFolder: () => configuration().get<string>(settings.ensemblesFolder, ''),
  ensembleChoices: () => configuration().get<Readonly<Record<string, boolean>>>(settings.ensembles, {}),
  permissionFor: (fullName: string): PermissionRule | undefined => {
    const rules = configuration().get<Readonly<Record<string, unknown>>>(settings.permissions, {});
    return [fullName, `${fullName.split(':')[0]}:*`].map(key => rules[key]).find(isRule);
  },
};

export const writeSettings = {
  model: (reference: string) =>
    configuration().update(settings.model, reference, vscode.ConfigurationTarget.Global),
  ensembleChoice: (name: string, enabled: boolean) =>
    configuration().update(
      settings.ensembles,
      { ...readSettings.ensembleChoices(), [name]: enabled },
      vscode.ConfigurationTarget.Global,
    ),
};

/** Tells that the person has changed a setting. */
export function onDidChangeSettings(
  name: (typeof settings)[keyof typeof settings],
  listener: () => void,
): vscode.Disposable {
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

function atLeastOne(value: number): number {
  return Number.isFinite(value) ? Math.max(1, Math.floor(value)) : 1;
}
