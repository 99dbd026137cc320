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

/** The question in one sentence. */
export function launchTitle({ definition: { title, name }, isChanged }: LaunchQuestion): string {
  const what = `MCP server ${visible(title ?? name)} from this folder`;
  return isChanged ? `${what} has changed what it runs. Start it?` : `Start ${what}?`;
}

/** All that would be launched, in plain text: neither a dialog nor a terminal shows markup. */
export function launchDetail({
  definition,
  launch,
  facts,
  gone,
  isChanged,
  warnings,
}: LaunchQuestion): string {
  const isProgram = definition.transport.kind === 'stdio';
  // The command line and the address are shown already.
  const others = facts.filter(({ key }) => !/^(command|args\[\d+\]|url)$/.test(key));
  const changes = facts.filter(({ change }) => change !== undefined);
  return [
    isProgram ? 'Runs this program on your machine:' : 'Connects to this address:',
    launch,
    others.map(({ key, shown }) => `${key} = ${shown}`).join('\n'),
    isChanged ? 'Changes since you approved it:' : '',
    [...changes.map(changeText), ...gone.map(key => `• ${key} was removed`)].join('\n'),
    ...warnings.map(warning => `⚠ ${warning}`),
    `Defined in ${definition.source.place}.`,
  ]
    .filter(Boolean)
    .join('\n\n');
}

function changeText({ key, change, shown, was }: ShownFact): string {
  if (change === 'new') return `• ${key} is new: ${shown}`;
  return was === undefined ? `• ${key} has changed` : `• ${key} changed from ${was} to ${shown}`;
}
