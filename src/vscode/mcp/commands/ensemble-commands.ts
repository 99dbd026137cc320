import type { Ensemble } from '../../../converser/ensemble/ensemble.ts';
import type { EnsembleRoster } from '../../../converser/ensemble/ensemble-roster.ts';
import { fullName, type Offer } from '../../../converser/ensemble/invoker.ts';
import { allOf } from '../../../converser/ensemble/tool-choices.ts';
import type { Position } from '../../../ensembles/descriptors/mistakes/diagnostic.ts';
import type { PreparedDescriptor } from '../../../ensembles/descriptors/prepare-descriptor.ts';
import { offerTool, type SwitchTool } from '../../tools-view/tool-choices.ts';
import type { AskUser, Choice } from '../../window/ask-user.ts';
import type { Command, Commands } from '../../window/command.ts';
import { commands, treeCommands } from '../../window/contributions.ts';
import { withoutIcons } from '../../window/markdown.ts';
import { writeSettings } from '../../window/settings.ts';
import { showPlace } from '../questions/ask-launch.ts';
import { ensembleIn, toolIn } from './command-target.ts';

export type BrokenDescriptor = Pick<PreparedDescriptor, 'file' | 'name' | 'diagnostics'>;

export interface EnsembleCommandPorts {
  readonly ask: AskUser;
  readonly roster: EnsembleRoster;
  /** The file that describes an ensemble. */
  readonly fileOf: (ensemble: Ensemble) => string | undefined;
  /** The descriptors that make no ensemble because of their mistakes. */
  readonly broken: () => readonly BrokenDescriptor[];
  readonly switchTool: SwitchTool;
  readonly inform: (message: string) => void;
}

/** Enabling ensembles and tools, and opening the file that describes an ensemble. */
export function ensembleCommands(ports: EnsembleCommandPorts): Commands {
  return {
    [treeCommands.enable]: setEnabled(true, ports.switchTool),
    [treeCommands.disable]: setEnabled(false, ports.switchTool),
    [treeCommands.offerAlways]: setOffer('always'),
    [treeCommands.offerOnDemand]: setOffer('on demand'),
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

/** For a tool, or for all of an ensemble. */
function setOffer(offer: Offer): Command {
  return async given => {
    const of = toolIn(given);
    const ensemble = ensembleIn(given);
    if (of !== undefined) await offerTool(fullName({ ensemble: of.ensemble, name: of.tool }), offer);
    else if (ensemble !== undefined) await offerTool(allOf(ensemble), offer);
  };
}

async function openConfiguration(given: unknown, ports: EnsembleCommandPorts): Promise<void> {
  const named = ensembleIn(given);
  const places = placesIn(ports);
  const found =
    named === undefined
      ? await ports.ask.pick({
          title: 'Open Ensemble Configuration',
          placeholder: 'Select an ensemble',
          choices: places,
        })
      : places.find(({ description }) => description === named)?.value;
  if (found !== undefined) await showPlace(found.file, found.start);
  else if (named !== undefined) ports.inform(`No file describes the ensemble ${named}.`);
}

interface DescriptorPlace {
  readonly file: string;
  readonly start?: Position;
}

/** Those with mistakes come first: one wants to mend them. */
function placesIn({ roster, fileOf, broken }: EnsembleCommandPorts): readonly Choice<DescriptorPlace>[] {
  const unusable = broken().map(({ file, name, diagnostics: [first] }) => ({
    label: `$(error) ${withoutIcons(name ?? baseName(file))}`,
    description: name ?? '',
    detail: withoutIcons(first?.message ?? file),
    group: 'With mistakes',
    value: first === undefined ? { file } : { file, start: first.start },
  }));
  const usable = roster.ensembles.flatMap(ensemble => {
    const file = fileOf(ensemble);
    if (file === undefined) return [];
    return [
      {
        label: withoutIcons(ensemble.title),
        description: ensemble.name,
        group: 'Ensembles',
        value: { file },
      },
    ];
  });
  return [...unusable, ...usable];
}

function baseName(file: string): string {
  return file.split(/[\\/]/).at(-1) ?? file;
}
