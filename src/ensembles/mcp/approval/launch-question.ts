import type { ServerDefinition } from '../definition/server-definition.ts';
import { type LaunchFact, launchFacts, visible } from './launch-facts.ts';
import { launchLine, launchWarnings } from './launch-warnings.ts';

/** What you are asked before a server that came with a folder starts for the first time, or has changed. */
export interface LaunchQuestion {
  readonly definition: ServerDefinition;
  /** The whole command line, or the address. */
  readonly launch: string;
  readonly facts: readonly ShownFact[];
  /** The keys of facts that you approved earlier and that are gone. */
  readonly gone: readonly string[];
  /** Whether an earlier launch of it was approved. */
  readonly isChanged: boolean;
  /** Sentences about what deserves a second look. */
  readonly warnings: readonly string[];
}

export interface ShownFact extends LaunchFact {
  readonly change?: 'new' | 'changed';
  /** The earlier value, where it is known. */
  readonly was?: string;
}

export function launchQuestion(
  definition: ServerDefinition,
  earlier: Readonly<Record<string, string>> | undefined,
): LaunchQuestion {
  const facts = launchFacts(definition);
  const keys = new Set(facts.map(({ key }) => key));
  return {
    definition,
    launch: launchLine(definition),
    facts: facts.map(fact =>
      earlier === undefined ? fact : { ...fact, ...changeOf(fact, earlier[fact.key]) },
    ),
    gone: Object.keys(earlier ?? {}).filter(key => !keys.has(key)),
    isChanged: earlier !== undefined,
    warnings: launchWarnings(definition),
  };
}

function changeOf({ compared }: LaunchFact, was: string | undefined): Pick<ShownFact, 'change' | 'was'> {
  if (was === undefined) return { change: 'new' };
  if (was === compared) return {};
  return { change: 'changed', ...(was.startsWith('sha256:') ? {} : { was: visible(was) }) };
}

/** The whole question as text, for a dialog or a terminal. */
export function launchText({ definition, launch, facts, gone, isChanged, warnings }: LaunchQuestion): string {
  const isProcess = definition.transport.kind === 'stdio';
  const shown = facts.filter(({ key, change }) => change !== undefined || !isPartOfLine(key));
  return [
    `${definition.source.place} ${isProcess ? 'wants to run' : 'wants to connect to'}:`,
    '',
    launch,
    ...(shown.length === 0 ? [] : ['', ...shown.map(factText)]),
    ...gone.map(key => `− ${key} was removed`),
    ...(warnings.length === 0 ? [] : ['', ...warnings.map(warning => `⚠ ${warning}`)]),
    ...(isChanged ? ['', 'It has changed since you approved it.'] : []),
  ].join('\n');
}

function factText({ key, shown, change, was }: ShownFact): string {
  const mark = change === undefined ? '' : change === 'new' ? '+ ' : '≠ ';
  return `${mark}${key} = ${shown}${was === undefined ? '' : `   (was ${was})`}`;
}

function isPartOfLine(key: string): boolean {
  return key === 'command' || key === 'url' || key.startsWith('args[');
}
