import { defined } from '../../ground/json/defined.ts';
import { fullName, type Invoker, type Limits, type Offer } from './invoker.ts';

export interface ToolChoice {
  readonly enabled?: boolean;
  /** In milliseconds. */
  readonly timeLimit?: number;
  readonly totalTimeLimit?: number;
  readonly deduplication?: Invoker['deduplication'];
  readonly offer?: Offer;
}

export type ToolChoices = ReadonlyMap<string, ToolChoice>;

type Named = Pick<Invoker, 'ensemble' | 'name'>;

export function allOf(ensemble: string): string {
  return fullName({ ensemble, name: '*' });
}

function choiceFor(invoker: Named, choices: ToolChoices): ToolChoice {
  return { ...choices.get(allOf(invoker.ensemble)), ...choices.get(fullName(invoker)) };
}

/** Whether nothing that you chose keeps a tool from requests; `tool` is its full name. */
export function isOfferedAlways(tool: string, choices: ToolChoices): boolean {
  const [ensemble = ''] = tool.split(':', 1);
  const { offer, enabled } = choiceFor({ ensemble, name: tool.slice(ensemble.length + 1) }, choices);
  return offer !== 'on demand' && enabled !== false;
}

export function isOn(invoker: Named & Pick<Invoker, 'enabled'>, choices: ToolChoices): boolean {
  return choiceFor(invoker, choices).enabled ?? invoker.enabled ?? true;
}

export function asChosen(invoker: Invoker, choices: ToolChoices): Invoker {
  const { enabled: _, ...choice } = choiceFor(invoker, choices);
  if (Object.keys(choice).length === 0) return invoker;
  const { timeLimit: _time, totalTimeLimit: _total, ...others } = choice;
  return { ...invoker, ...others, limits: limitsAsChosen(invoker.limits, choice) };
}

function limitsAsChosen(limits: Limits, choice: Pick<ToolChoice, 'timeLimit' | 'totalTimeLimit'>): Limits {
  const { timeLimit = limits.timeLimit } = choice;
  const described = limits.totalTimeLimit && Math.max(limits.totalTimeLimit, timeLimit);
  const { totalTimeLimit = described } = choice;
  return defined({ ...limits, timeLimit, totalTimeLimit });
}

export function whyOff(invoker: Invoker, choices: ToolChoices): string {
  const name = fullName(invoker);
  const isChosen = choiceFor(invoker, choices).enabled === false;
  return isChosen
    ? `${name} is switched off by the setting converser.tools. Tick it in the Ensembles view to switch it on.`
    : `${name} is switched off by its descriptor. Tick it in the Ensembles view of VS Code, or write enabled = true in the descriptor, to switch it on.`;
}

export function namesOfNone(
  ensemble: string,
  known: ReadonlySet<string>,
  choices: ToolChoices,
): readonly string[] {
  const start = fullName({ ensemble, name: '' });
  return [...choices.keys()]
    .filter(name => name.startsWith(start) && name !== allOf(ensemble))
    .map(name => name.slice(start.length))
    .filter(name => !known.has(name));
}

export function missingText(name: string): string {
  return `Unknown tool ${name}. Correct or remove the name in the setting converser.tools.`;
}
