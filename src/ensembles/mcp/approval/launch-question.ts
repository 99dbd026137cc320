import { lockFileName } from '../../descriptors/files/reserved-names.ts';
import type { ServerDefinition } from '../definition/server-definition.ts';
import { type LaunchFact, launchFacts, shownLine } from './launch-facts.ts';
import type { LaunchFiles } from './launch-files.ts';
import { coverageText, launchLine, launchWarnings } from './launch-warnings.ts';

export interface LaunchQuestion {
  readonly definition: ServerDefinition;
  readonly isChanged: boolean;
  readonly title: string;
  readonly detail: string;
}

export interface LaunchQuestionOptions {
  readonly earlier?: Readonly<Record<string, string>> | undefined;
  readonly files?: LaunchFiles;
}

export function launchQuestion(
  definition: ServerDefinition,
  options: LaunchQuestionOptions = {},
): LaunchQuestion {
  const isChanged = options.earlier !== undefined;
  return {
    definition,
    isChanged,
    title: titleOf(definition, isChanged),
    detail: detailOf(definition, options),
  };
}

function titleOf({ title, name }: ServerDefinition, isChanged: boolean): string {
  const what = `MCP server ${shownLine(title ?? name)} from this folder`;
  return isChanged ? `${what} has changed what it runs. Start it?` : `Start ${what}?`;
}

function detailOf(definition: ServerDefinition, { earlier, files }: LaunchQuestionOptions): string {
  const facts = launchFacts(definition, files);
  const isProgram = definition.transport.kind === 'stdio';
  const others = facts.filter(({ key }) => !/^(command|args\[\d+\]|url)$/.test(key));
  return [
    isProgram ? 'Runs this program on your machine:' : 'Connects to this address:',
    launchLine(definition),
    shortened(others.map(({ key, shown }) => `${key} = ${shown}`)).join('\n'),
    earlier && `Changes since you approved it:\n\n${shortened(changesSince(earlier, facts)).join('\n')}`,
    ...launchWarnings(definition, files).map(warning => `⚠ ${warning}`),
    coverageText(definition, files),
    `Defined in ${shownLine(definition.source.place)}. In this folder, ${lockFileName} pins its tools.`,
  ]
    .filter(Boolean)
    .join('\n\n');
}

function shortened(lines: readonly string[]): readonly string[] {
  const left = new Set(lines.filter(line => /^(• )?script /.test(line)).slice(mostFiles));
  return left.size === 0
    ? lines
    : [...lines.filter(line => !left.has(line)), `… and ${left.size} more files`];
}

const mostFiles = 20;

function changesSince(
  earlier: Readonly<Record<string, string>>,
  facts: readonly LaunchFact[],
): readonly string[] {
  const keys = new Set(facts.map(({ key }) => key));
  const gone = Object.keys(earlier).filter(key => !keys.has(key));
  return [
    ...facts.flatMap(fact => changeOf(fact, earlier[fact.key])),
    ...gone.map(key => `• ${key} was removed`),
  ];
}

/** The earlier value is only a digest, so it can't be shown. */
function changeOf({ key, shown, compared }: LaunchFact, was: string | undefined): readonly string[] {
  if (was === compared) return [];
  if (was === undefined) return [`• ${key} is new: ${shown}`];
  if (was.startsWith('sha256:')) return [`• ${key} has changed`];
  return [`• ${key} changed from ${shownLine(was)} to ${shown}`];
}
