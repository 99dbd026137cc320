import type { Ensemble } from '../../../converser/words/ensemble/ensemble.ts';
import { fullName, type Invoker, type Offer } from '../../../converser/words/ensemble/invoker.ts';
import { allOf } from '../../../converser/words/ensemble/tool-choices.ts';
import type { PossibleAction } from '../../common/pick-action.ts';
import type { Command } from '../../common/vscode-command.ts';
import { writeSettings } from '../../common/vscode-settings.ts';
import { offerTools, type SwitchTool } from '../../tools-view/chosen-tools.ts';
import { type EnsembleNode, isWithheld, type ToolNode } from '../../tools-view/ensembles-tree-nodes.ts';
import type { ReviewTools } from '../changes/review-tools.ts';
import { showPlace } from '../questions/ask-launch.ts';
import { ensembleIn, partsOf, toolIn } from './command-target.ts';

export function ensembleActions(
  { name, ensemble, isEnabled, children }: EnsembleNode,
  { fileOf, showDefinition }: EnsembleActionPorts,
): readonly PossibleAction[] {
  const file = fileOf(ensemble);
  const offered = children.flatMap(({ invoker, off }) => (invoker && off === undefined ? [invoker] : []));
  return [
    file !== undefined && { label: 'Open Configuration', icon: 'go-to-file', run: () => showPlace(file) },
    offered.length > 0 && {
      ...showing,
      description: 'All its tools, as OpenAI’s list of tools',
      run: () => showDefinition(name, offered),
    },
    switching(isEnabled, isOn => writeSettings.ensembleChoice(name, isOn)),
    isEnabled && offering('always', allOf(name)),
    isEnabled && offering('on demand', allOf(name)),
  ];
}

export interface EnsembleActionPorts {
  readonly fileOf: (ensemble: Ensemble) => string | undefined;
  readonly showDefinition: (name: string, shown: Invoker | readonly Invoker[]) => Promise<void>;
}

const showing = { id: 'definition', label: 'Show Definition', icon: 'json' };

export interface ToolActionPorts extends Pick<EnsembleActionPorts, 'showDefinition'> {
  readonly switchTool: SwitchTool;
  /** Lets calls through to a tool that was paused. */
  readonly tryAgain: (fullName: string) => void;
  readonly review: ReviewTools;
}

export function toolActions(
  tool: ToolNode,
  { switchTool, tryAgain, review, showDefinition }: ToolActionPorts,
): readonly PossibleAction[] {
  const { fullName: name, invoker, paused, off } = tool;
  if (isWithheld(tool))
    return [{ id: 'review', label: 'Review Change…', icon: 'diff', run: () => review(partsOf(name)) }];
  const isOn = off === undefined;
  return [
    paused !== undefined && { label: 'Try Again', icon: 'refresh', run: async () => tryAgain(name) },
    invoker !== undefined && {
      ...showing,
      description: 'As models are told about it',
      run: () => showDefinition(name, invoker),
    },
    switching(isOn, next => switchTool(name, next)),
    isOn && invoker?.offer !== 'always' && offering('always', name),
    isOn && invoker?.offer !== 'on demand' && offering('on demand', name),
  ];
}

function switching(isOn: boolean, turn: (isOn: boolean) => PromiseLike<void>): PossibleAction {
  return isOn
    ? { label: 'Disable', icon: 'circle-slash', run: () => turn(false) }
    : { label: 'Enable', icon: 'check', run: () => turn(true) };
}

function offering(offer: Offer, name: string): PossibleAction {
  const run = () => offerTools([name], offer);
  return offer === 'always'
    ? { label: 'Offer Always', description: 'Models are told about it with every request', icon: 'pin', run }
    : { label: 'Offer on Demand', description: 'Models search for it', icon: 'search', run };
}

export function setEnabled(switchTool: SwitchTool): Command {
  return async (given, isTicked) => {
    const of = toolIn(given);
    const name = ensembleIn(given);
    if (of !== undefined)
      await switchTool(fullName({ ensemble: of.ensemble, name: of.tool }), isTicked === true);
    else if (name !== undefined) await writeSettings.ensembleChoice(name, isTicked === true);
  };
}
