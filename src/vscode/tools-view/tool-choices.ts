import type * as vscode from 'vscode';
import type { EnsembleRoster } from '../../converser/ensemble/ensemble-roster.ts';
import { fullName } from '../../converser/ensemble/invoker.ts';
import { parseToolChoices } from '../../converser/ensemble/parse-tool-choices.ts';
import { allOf } from '../../converser/ensemble/tool-choices.ts';
import { isJsonObject, type JsonObject } from '../../converser/json/json.ts';
import type { Log } from '../../converser/ports.ts';
import { settings } from '../window/contributions.ts';
import { onDidChangeSettings, readSettings, writeSettings } from '../window/settings.ts';

/**
 * Keeps single tools in the roster as the person has chosen them in the settings. What is wrong there is told in the
 * log; VS Code underlines most of it where it is written, and the tree shows names of tools that are not there.
 */
export function followToolChoices(roster: EnsembleRoster, log: Log): vscode.Disposable {
  let told = new Set<string>();
  const apply = () => {
    const { choices, problems } = parseToolChoices(readSettings.tools());
    told = new Set();
    for (const { path, message } of problems)
      log.warn(`converser.tools, ${path || 'as a whole'}: ${message}`);
    roster.setToolChoices(choices);
  };
  const look = () => {
    for (const ensemble of roster.ensembles) {
      for (const name of roster.missing(ensemble)) {
        const missing = fullName({ ensemble: ensemble.name, name });
        if (!told.has(missing))
          log.warn(`converser.tools, ${JSON.stringify(missing)}: ${sayMissing(missing)}`);
        told.add(missing);
      }
    }
  };
  const looking = roster.onDidChange(look);
  apply();
  const following = onDidChangeSettings(settings.tools, apply);
  return {
    dispose() {
      looking.dispose();
      following.dispose();
    },
  };
}

/** What is told of a name in the settings under which there is no tool. */
export function sayMissing(name: string): string {
  return `The setting converser.tools names ${name}, and there is no such tool. Correct the name there, or take it out.`;
}

/** Switches a tool on or off, by its full name. */
export type SwitchTool = (fullName: string, enabled: boolean) => Promise<void>;

/** One at a time: who ticks several boxes quickly writes one setting several times. */
export function createToolSwitch(roster: EnsembleRoster): SwitchTool {
  let last: Promise<void> = Promise.resolve();
  const write = (name: string, enabled: boolean) => {
    const otherwise = isOnOtherwise(name, roster);
    return writeSettings.tools(withTool(readSettings.tools(), name, { enabled, otherwise }));
  };
  return (name, enabled) => {
    const switched = last.then(() => write(name, enabled));
    last = switched.catch(() => {});
    return switched;
  };
}

/** Whether a tool would be on if nothing were said of it alone. */
function isOnOtherwise(name: string, roster: EnsembleRoster): boolean {
  const [ensemble = ''] = name.split(':', 1);
  const ofAll = parseToolChoices(readSettings.tools()).choices.get(allOf(ensemble))?.enabled;
  const invoker = roster.ensembles
    .find(each => each.name === ensemble)
    ?.invokers.find(each => fullName(each) === name);
  return ofAll ?? invoker?.enabled ?? true;
}

/** What is said of tools, with one of them switched. Only what is needed for that is said, and all else stays. */
export function withTool(
  written: unknown,
  name: string,
  { enabled, otherwise }: { readonly enabled: boolean; readonly otherwise: boolean },
): JsonObject {
  const { [name]: former, ...others } = isJsonObject(written) ? written : {};
  const { enabled: _, ...rest } = isJsonObject(former) ? former : {};
  const entry = enabled === otherwise ? rest : { enabled, ...rest };
  return Object.keys(entry).length === 0 ? others : { ...others, [name]: entry };
}
