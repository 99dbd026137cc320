import type * as vscode from 'vscode';
import { serial } from '../../converser/async/serial.ts';
import type { EnsembleRoster } from '../../converser/ensemble/ensemble-roster.ts';
import { fullName, type Offer } from '../../converser/ensemble/invoker.ts';
import { parseToolChoices } from '../../converser/ensemble/parse-tool-choices.ts';
import { allOf } from '../../converser/ensemble/tool-choices.ts';
import { isJsonObject, type JsonObject } from '../../converser/json/json.ts';
import type { Log } from '../../converser/ports.ts';
import { lazySettings } from '../window/lazy-settings.ts';
import { onDidChangeSettings, readSettings, writeSettings } from '../window/settings.ts';

/**
 * Applies the setting `converser.tools` to the roster. Mistakes go to the log; VS Code underlines most of them in the
 * settings file, and the Ensembles view shows names of tools that do not exist.
 */
export function followToolChoices(roster: EnsembleRoster, log: Log): vscode.Disposable {
  let logged = new Set<string>();
  const apply = () => {
    const { choices, problems } = parseToolChoices(readSettings.tools());
    logged = new Set();
    for (const { path, message } of problems)
      log.warn(`converser.tools, ${path || 'as a whole'}: ${message}`);
    roster.setToolChoices(choices);
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
  const following = onDidChangeSettings(lazySettings.tools, apply);
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
    return writeSettings.tools(withTool(readSettings.tools(), name, { enabled, otherwise }));
  };
  return (name, enabled) => oneAtATime(() => write(name, enabled));
}

/** Says when models are told of a tool, by its full name, or of all of an ensemble. */
export function offerTool(name: string, offer: Offer): Promise<void> {
  return offeringOneAtATime(() => writeSettings.tools(withOffer(readSettings.tools(), name, offer)));
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
  const ofAll = parseToolChoices(readSettings.tools()).choices.get(allOf(ensemble))?.enabled;
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
