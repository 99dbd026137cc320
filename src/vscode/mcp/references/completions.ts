import type { Prompt, PromptArgument, Resource, ResourceTemplateType } from '@modelcontextprotocol/client';
import type { EnsembleRoster } from '../../../converser/words/ensemble/ensemble-roster.ts';
import type { McpEnsemble } from '../../../ensembles/mcp/ensemble/mcp-ensemble.ts';
import { mcpEnsembles } from '../../../ensembles/mcp/ensemble/mcp-ensembles.ts';
import { resourceReference } from '../../../ensembles/mcp/references/resource-reference.ts';
import {
  isPairable,
  promptMeantBy,
  promptReference,
  writeArguments,
  writtenPairs,
} from '../../../ensembles/mcp/references/written-prompt.ts';
import { completionPlace } from '../../../sidebar/composer/completion-place.ts';
import type { CompletionItem } from '../../../sidebar/protocol.ts';

export interface CompletionPorts {
  readonly roster: EnsembleRoster;
}

export interface Completions {
  readonly start: number;
  readonly items: readonly CompletionItem[];
}

/** Typing on narrows the list down to the other items. */
const mostItems = 30;

/** A server that does not answer adds none. */
export async function completions(
  before: string,
  ports: CompletionPorts,
  signal: AbortSignal,
): Promise<Completions> {
  const place = completionPlace(before);
  if (place === undefined) return { start: before.length, items: [] };
  const request = { ...ports, signal, typed: before.slice(place.start) };
  const found = await { prompt: prompts, resource: resources, argument: argumentsOf, tool: none }[place.kind](
    request,
    before,
  );
  return { start: place.start, items: found.slice(0, mostItems) };
}

interface CompletionRequest extends CompletionPorts {
  readonly typed: string;
  readonly signal: AbortSignal;
}

async function none(): Promise<readonly CompletionItem[]> {
  return [];
}

async function prompts(request: CompletionRequest): Promise<readonly CompletionItem[]> {
  return offered(request, '/', async server => {
    const all = await server.library.prompts(request.signal);
    return all.map(prompt => promptItem(server, prompt));
  });
}

async function resources(request: CompletionRequest): Promise<readonly CompletionItem[]> {
  const { signal } = request;
  return offered(request, '@', async server => {
    const [all, templates] = await Promise.all([
      server.library.resources(signal),
      server.library.resourceTemplates(signal).catch(() => []),
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

/** Typing starts no server: one that does not run is offered by name, and asked once you have typed that. */
async function offered(
  { roster, typed }: CompletionRequest,
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

function ranked(items: readonly CompletionItem[], wanted: string): readonly CompletionItem[] {
  const begins = items.filter(({ label }) => label.slice(1).toLowerCase().startsWith(wanted));
  const holds = items.filter(
    item => !begins.includes(item) && `${item.label} ${item.detail}`.toLowerCase().includes(wanted),
  );
  return [...begins, ...holds];
}

async function argumentsOf(
  { roster, typed, signal }: CompletionRequest,
  before: string,
): Promise<readonly CompletionItem[]> {
  const [start = '', name, promptName = ''] = /^\/([^\s/:]+):(\S+)\s/.exec(before) ?? [];
  const server = mcpEnsembles(roster).find(each => each.name === name);
  // Inside quotes, or after plain text, no argument starts here.
  const given = writtenPairs(before.slice(start.length, before.length - typed.length));
  if (server === undefined || given === undefined) return [];
  const all = await server.library.prompts(signal).catch(() => []);
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
  const { values } = await server.library
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
