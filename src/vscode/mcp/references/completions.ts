import type { Prompt, PromptArgument, Resource, ResourceTemplateType } from '@modelcontextprotocol/client';
import type { EnsembleRoster } from '../../../converser/ensemble/ensemble-roster.ts';
import type { McpEnsemble } from '../../../ensembles/mcp/ensemble/mcp-ensemble.ts';
import { completionPlace } from '../../../sidebar/composer/completion-place.ts';
import type { CompletionItem } from '../../../sidebar/protocol.ts';
import { mcpEnsembles } from '../mcp-ensembles.ts';
import { resourceReference } from './resource-reference.ts';
import type { ServerLists } from './server-lists.ts';
import {
  isPairable,
  promptMeantBy,
  promptReference,
  writeArguments,
  writtenPairs,
} from './written-prompt.ts';

export interface CompletionParts {
  readonly roster: EnsembleRoster;
  readonly lists: ServerLists;
}

export interface Completions {
  /** Where in the text that begins which a choice replaces. */
  readonly start: number;
  readonly items: readonly CompletionItem[];
}

/** More than anybody reads; whoever types on finds the others. */
const mostItems = 30;

/** What could stand at the end of what is written up to the caret. What a server does not tell is left out. */
export async function completions(
  before: string,
  parts: CompletionParts,
  signal: AbortSignal,
): Promise<Completions> {
  const place = completionPlace(before);
  if (place === undefined) return { start: before.length, items: [] };
  const asked = { ...parts, signal, typed: before.slice(place.start) };
  const found = await { prompt: prompts, resource: resources, argument: argumentsOf }[place.kind](
    asked,
    before,
  );
  return { start: place.start, items: found.slice(0, mostItems) };
}

interface Asking extends CompletionParts {
  readonly typed: string;
  readonly signal: AbortSignal;
}

async function prompts(asking: Asking): Promise<readonly CompletionItem[]> {
  return offered(asking, '/', async server => {
    const all = await asking.lists.prompts(server, asking.signal);
    return all.map(prompt => promptItem(server, prompt));
  });
}

async function resources(asking: Asking): Promise<readonly CompletionItem[]> {
  const { lists, signal } = asking;
  return offered(asking, '@', async server => {
    const [all, templates] = await Promise.all([
      lists.resources(server, signal),
      lists.templates(server, signal).catch(() => []),
    ]);
    return [
      ...all.map(resource => resourceItem(server, resource)),
      ...templates.map(template => templateItem(server, template)),
    ];
  });
}

function promptItem(server: McpEnsemble, { name, title, description }: Prompt): CompletionItem {
  const label = promptReference(server.name, name);
  return { label, detail: title ?? description ?? server.title, insert: `${label} ` };
}

function resourceItem(server: McpEnsemble, { uri, name, title }: Resource): CompletionItem {
  const label = resourceReference(server.name, uri);
  return { label, detail: title ?? name, insert: `${label} ` };
}

function templateItem(
  server: McpEnsemble,
  { uriTemplate, name, title }: ResourceTemplateType,
): CompletionItem {
  const template = `${server.name}:${uriTemplate}`;
  return { label: `@${template}`, detail: title ?? name, template };
}

/**
 * What the servers offer that fits what was typed. One that does not run is not started for somebody who has only
 * begun to type: it is offered by its name, and asked once that is written.
 */
async function offered(
  { roster, typed }: Asking,
  mark: '/' | '@',
  read: (server: McpEnsemble) => Promise<readonly CompletionItem[]>,
): Promise<readonly CompletionItem[]> {
  const wanted = typed.slice(1).toLowerCase();
  const servers = mcpEnsembles(roster).filter(server => canOffer(server, mark));
  const lists = servers.map(async server => {
    const isNamed = wanted.startsWith(`${server.name}:`);
    if (server.server === 'running' || isNamed) return read(server).catch(() => []);
    const insert = `${mark}${server.name}:`;
    return [{ label: insert, detail: server.title, insert }];
  });
  const items = (await Promise.all(lists)).flat();
  return ranked(items, wanted);
}

function canOffer({ manifest }: McpEnsemble, mark: '/' | '@'): boolean {
  if (manifest === undefined) return true;
  return manifest.capabilities[mark === '/' ? 'prompts' : 'resources'] !== undefined;
}

/** What begins so comes before what only holds it. */
function ranked(items: readonly CompletionItem[], wanted: string): readonly CompletionItem[] {
  const begins = items.filter(({ label }) => label.slice(1).toLowerCase().startsWith(wanted));
  const holds = items.filter(
    item => !begins.includes(item) && `${item.label} ${item.detail}`.toLowerCase().includes(wanted),
  );
  return [...begins, ...holds];
}

/** Names of arguments that are not yet given, and what the server proposes for the one being written. */
async function argumentsOf(
  { roster, lists, typed, signal }: Asking,
  before: string,
): Promise<readonly CompletionItem[]> {
  const [start = '', name, promptName = ''] = /^\/([^\s/:]+):(\S+)\s/.exec(before) ?? [];
  const server = mcpEnsembles(roster).find(each => each.name === name);
  // Inside of quotes, and after plain text, it is no argument that begins.
  const given = writtenPairs(before.slice(start.length, before.length - typed.length));
  if (server === undefined || given === undefined) return [];
  const all = await lists.prompts(server, signal).catch(() => []);
  const prompt = promptMeantBy(promptName, all);
  if (prompt === undefined) return [];
  const [argument = '', value] = typed.split(/=(.*)/s, 2);
  const known = (prompt.arguments ?? []).filter(each => isPairable(each.name));
  if (value === undefined) {
    return known
      .filter(each => each.name.startsWith(argument) && !Object.hasOwn(given, each.name))
      .map(argumentItem);
  }
  if (!known.some(each => each.name === argument) || value.startsWith('"')) return [];
  const ref = { type: 'ref/prompt', name: prompt.name } as const;
  const context = { arguments: { ...given } };
  const { values } = await server
    .complete({ ref, argument: { name: argument, value }, context }, signal)
    .catch(() => ({ values: [] }));
  return values.map(each => valueItem(argument, each));
}

function argumentItem({ name, description, required }: PromptArgument): CompletionItem {
  const label = `${name}=`;
  return { label, detail: description ?? (required ? 'required' : 'optional'), insert: label };
}

function valueItem(argument: string, value: string): CompletionItem {
  return { label: value, detail: argument, insert: `${writeArguments({ [argument]: value })} ` };
}
