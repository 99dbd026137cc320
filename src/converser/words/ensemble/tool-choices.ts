import { defined } from '../../ground/json/defined.ts';
import { fullName, type Invoker, type Limits, type Offer } from './invoker.ts';

/** What the user has set for a tool, whatever its descriptor says. What is absent stays as described. */
export interface ToolChoice {
  readonly enabled?: boolean;
  /** Milliseconds, as in the invoker's limits. */
  readonly timeLimit?: number;
  /** Milliseconds, as in the invoker's limits. */
  readonly totalTimeLimit?: number;
  readonly deduplication?: Invoker['deduplication'];
  readonly offer?: Offer;
}

/** By full name; by `ensemble:*` what holds for each tool of an ensemble that does not say otherwise. */
export type ToolChoices = ReadonlyMap<string, ToolChoice>;

/** What some ensemble's invokers are called. */
type Named = Pick<Invoker, 'ensemble' | 'name'>;

/** The name that stands for all tools of an ensemble. */
export function allOf(ensemble: string): string {
  return fullName({ ensemble, name: '*' });
}

function choiceFor(invoker: Named, choices: ToolChoices): ToolChoice {
  return { ...choices.get(allOf(invoker.ensemble)), ...choices.get(fullName(invoker)) };
}

/** Whether a tool is offered to models, if its ensemble is enabled. */
export function isOn(invoker: Named & Pick<Invoker, 'enabled'>, choices: ToolChoices): boolean {
  return choiceFor(invoker, choices).enabled ?? invoker.enabled ?? true;
}

/** The invoker with the user's choices applied; the very same object where there are none. */
export function asChosen(invoker: Invoker, choices: ToolChoices): Invoker {
  const { enabled: _, ...choice } = choiceFor(invoker, choices);
  if (Object.keys(choice).length === 0) return invoker;
  const { timeLimit: _time, totalTimeLimit: _total, ...others } = choice;
  return { ...invoker, ...others, limits: limitsAsChosen(invoker.limits, choice) };
}

/** A longer limit for one step means at least as much for all of them. */
function limitsAsChosen(limits: Limits, choice: Pick<ToolChoice, 'timeLimit' | 'totalTimeLimit'>): Limits {
  const { timeLimit = limits.timeLimit } = choice;
  const described = limits.totalTimeLimit && Math.max(limits.totalTimeLimit, timeLimit);
  const { totalTimeLimit = described } = choice;
  return defined({ ...limits, timeLimit, totalTimeLimit });
}

/** Why a tool is switched off, and how to switch it on. */
export function whyOff(invoker: Invoker, choices: ToolChoices): string {
  const name = fullName(invoker);
  const isChosen = choiceFor(invoker, choices).enabled === false;
  return isChosen
    ? `${name} is switched off by the setting converser.tools. Tick it in the Ensembles view to switch it on.`
    : `${name} is switched off by its descriptor. Tick it in the Ensembles view of VS Code, or write enabled = true in the descriptor, to switch it on.`;
}

/** Names among the choices that no tool of the ensemble has. */
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

/** What to say about a name in the settings that no tool has. */
export function missingText(name: string): string {
  return `There is no tool ${name}. Correct or remove the name in the setting converser.tools.`;
}
