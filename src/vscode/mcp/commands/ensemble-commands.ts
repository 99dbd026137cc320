import type { Ensemble } from '../../../converser/ensemble/ensemble.ts';
import type { EnsembleRoster } from '../../../converser/ensemble/ensemble-roster.ts';
import { fullName } from '../../../converser/ensemble/invoker.ts';
import type { SwitchTool } from '../../tools-view/tool-choices.ts';
import type { AskUser } from '../../window/ask-user.ts';
import type { Command, Commands } from '../../window/command.ts';
import { commands, treeCommands } from '../../window/contributions.ts';
import { withoutIcons } from '../../window/markdown.ts';
import { writeSettings } from '../../window/settings.ts';
import { showPlace } from '../questions/ask-launch.ts';
import { ensembleIn, toolIn } from './command-target.ts';

export interface EnsembleCommandPorts {
  readonly ask: AskUser;
  readonly roster: EnsembleRoster;
  /** The file that describes an ensemble. */
  readonly fileOf: (ensemble: Ensemble) => string | undefined;
  readonly switchTool: SwitchTool;
  readonly inform: (message: string) => void;
}

/** Enabling ensembles and tools, and opening the file that describes an ensemble. */
export function ensembleCommands(ports: EnsembleCommandPorts): Commands {
  return {
    [treeCommands.enable]: setEnabled(true, ports.switchTool),
    [treeCommands.disable]: setEnabled(false, ports.switchTool),
    [commands.openEnsembleConfiguration]: given => openConfiguration(given, ports),
  };
}

function setEnabled(isEnabled: boolean, switchTool: SwitchTool): Command {
  return async given => {
    const of = toolIn(given);
    if (of !== undefined) return switchTool(fullName({ ensemble: of.ensemble, name: of.tool }), isEnabled);
    const name = ensembleIn(given);
    if (name !== undefined) await writeSettings.ensembleChoice(name, isEnabled);
  };
}

async function openConfiguration(
  given: unknown,
  { roster, ask, fileOf, inform }: EnsembleCommandPorts,
): Promise<void> {
  const choices = roster.ensembles
    .filter(ensemble => fileOf(ensemble) !== undefined)
    .map(({ title, name }) => ({ label: withoutIcons(title), description: name, value: name }));
  const name =
    ensembleIn(given) ??
    (await ask.pick({ title: 'Open Ensemble Configuration', placeholder: 'Select an ensemble', choices }));
  const ensemble = roster.ensembles.find(each => each.name === name);
  const file = ensemble && fileOf(ensemble);
  if (file !== undefined) await showPlace(file);
  else if (name !== undefined) inform(`No file describes the ensemble ${name}.`);
}
