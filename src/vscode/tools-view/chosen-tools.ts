import { serial } from '../../converser/ground/async/serial.ts';
import { isJsonObject, type JsonObject } from '../../converser/ground/json/json.ts';
import type { EnsembleRoster } from '../../converser/words/ensemble/ensemble-roster.ts';
import { fullName, type Offer } from '../../converser/words/ensemble/invoker.ts';
import { allOf } from '../../converser/words/ensemble/tool-choices.ts';
import { ownSetting } from '../common/own-setting.ts';
import { settings, writeSettings } from '../common/vscode-settings.ts';

export type SwitchTool = (fullName: string, enabled: boolean) => Promise<void>;

/** Several quick clicks change the same setting, so one write follows the other. */
export function createToolSwitch(roster: EnsembleRoster): SwitchTool {
  const oneAtATime = serial();
  const write = (name: string, enabled: boolean) => {
    const otherwise = isOnOtherwise(name, roster);
    return writeSettings.tools(withTool(ownSetting('tools'), name, { enabled, otherwise }));
  };
  return (name, enabled) => oneAtATime(() => write(name, enabled));
}

export function offerTools(names: readonly string[], offer: Offer): Promise<void> {
  return offeringOneAtATime(() => writeSettings.tools(withOffers(ownSetting('tools'), names, offer)));
}

const offeringOneAtATime = serial();

function withOffers(written: unknown, names: readonly string[], offer: Offer): JsonObject {
  const others = isJsonObject(written) ? written : {};
  const offered = names.map(name => {
    const former = others[name];
    return [name, { ...(isJsonObject(former) ? former : {}), offer }] as const;
  });
  return { ...others, ...Object.fromEntries(offered) };
}

function isOnOtherwise(name: string, roster: EnsembleRoster): boolean {
  const [ensemble = ''] = name.split(':', 1);
  const ofAll = settings.tools.get(allOf(ensemble))?.enabled;
  const invoker = roster.ensembles
    .find(each => each.name === ensemble)
    ?.invokers.find(each => fullName(each) === name);
  return ofAll ?? invoker?.enabled ?? true;
}

/** Adds only what is needed to switch the tool, and keeps all else. */
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
