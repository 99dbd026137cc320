import type * as vscode from 'vscode';
import { serial } from '../../converser/async/serial.ts';
import type { EnsembleRoster } from '../../converser/ensemble/ensemble-roster.ts';
import { fullName, type Offer } from '../../converser/ensemble/invoker.ts';
import { allOf } from '../../converser/ensemble/tool-choices.ts';
import { isJsonObject, type JsonObject } from '../../converser/json/json.ts';
import type { Log } from '../../converser/ports.ts';
import { ownSetting } from '../window/own-setting.ts';
import { onDidChangeSettings, settings, writeSettings } from '../window/settings.ts';

/**
 * Applies the setting `converser.tools` to the roster. Names of tools that do not exist go to the log, and the Ensembles
 * view shows them.
 */
export function followToolChoices(roster: EnsembleRoster, log: Log): vscode.Disposable {
  let logged = new Set<string>();
  const apply = () => {
    logged = new Set();
    roster.setToolChoices(settings.tools);
  };
  const look = () => {
    for (const ensemble of roster.ensembles) {
      for (const name of roster.missing(ensemble)) {
        const missing = fullName({ ensemble: ensemble.name, name });
        if (!logged.has(missing))
          log.warn(`converser.tools, ${JSON.stringify(missing)}: ${missingText(missing)}`);
        logged.add(missing);
      }
    }
  };
  const looking = roster.onDidChange(look);
  apply();
  const following = onDidChangeSettings('tools', apply);
  return {
    dispose() {
      looking.dispose();
      following.dispose();
    },
  };
}

/** What to say about a name in the settings that no tool has. */
export function missingText(name: string): string {
  return `There is no tool ${name}. Correct or remove the name in the setting converser.tools.`;
}

/** Switches a tool on or off, by its full name. */
export type SwitchTool = (fullName: string, enabled: boolean) => Promise<void>;

/** One write at a time: several quick clicks change the same setting. */
export function createToolSwitch(roster: EnsembleRoster): SwitchTool {
  const oneAtATime = serial();
  const write = (name: string, enabled: boolean) => {
    const otherwise = isOnOtherwise(name, roster);
    return writeSettings.tools(withTool(ownSetting('tools'), name, { enabled, otherwise }));
  };
  return (name, enabled) => oneAtATime(() => write(name, enabled));
}

/** Says when models are told of a tool, by its full name, or of all of an ensemble. */
export function offerTool(name: string, offer: Offer): Promise<void> {
  return offeringOneAtATime(() => writeSettings.tools(withOffer(ownSetting('tools'), name, offer)));
}

const offeringOneAtATime = serial();

/** The setting with one answer more, and all else as it is. */
function withOffer(written: unknown, name: string, offer: Offer): JsonObject {
  const others = isJsonObject(written) ? written : {};
  const former = others[name];
  return { ...others, [name]: { ...(isJsonObject(former) ? former : {}), offer } };
}

/** Whether the tool would be on without a setting of its own. */
function isOnOtherwise(name: string, roster: EnsembleRoster): boolean {
  const [ensemble = ''] = name.split(':', 1);
  const ofAll = settings.tools.get(allOf(ensemble))?.enabled;
  const invoker = roster.ensembles
    .find(each => each.name === ensemble)
    ?.invokers.find(each => fullName(each) === name);
  return ofAll ?? invoker?.enabled ?? true;
}

/** The setting with one tool switched: adds only what is needed for that, and keeps all else. */
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
