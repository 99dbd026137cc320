import type { Resource, ResourceTemplateType } from '@modelcontextprotocol/client';
import type { EnsembleRoster } from '../../converser/ensemble-roster.ts';
import type { McpEnsemble } from '../../ensembles/mcp/mcp-ensemble.ts';
import type { AskPerson, Choice } from '../ask-person.ts';
import { withoutIcons } from '../chat-markdown.ts';
import { askValue } from './ask-value.ts';
import { mcpEnsembles } from './mcp-ensembles.ts';
import { resourceReference } from './resource-reference.ts';
import type { ServerLists } from './server-lists.ts';

export interface PickParts {
  readonly ask: AskPerson;
  readonly roster: EnsembleRoster;
  readonly lists: ServerLists;
}

interface Picked {
  readonly server: McpEnsemble;
  readonly resource?: Resource;
  readonly template?: ResourceTemplateType;
}

/** Lets the person choose a resource; resolves with `@server:uri`, or with nothing when they turn away. */
export async function pickResource(parts: PickParts): Promise<string | undefined> {
  const picked = await parts.ask.pick<Picked>({
    title: 'Attach a Resource',
    placeholder: 'Resources of MCP servers; servers that offer some are started for this',
    choices: [],
    later: signal => resourceChoices(parts, signal),
  });
  if (picked === undefined) return undefined;
  const { server, resource, template } = picked;
  if (resource !== undefined) return resourceReference(server.name, resource.uri);
  return template === undefined ? undefined : fillTemplate(template, server, parts.ask);
}

/** The same for a template that was chosen already, written as `server:template`. */
export async function pickFromTemplate(reference: string, parts: PickParts): Promise<string | undefined> {
  const server = mcpEnsembles(parts.roster).find(({ name }) => reference.startsWith(`${name}:`));
  if (server === undefined) return undefined;
  const templates = await parts.lists.templates(server, AbortSignal.timeout(30_000));
  const wanted = reference.slice(server.name.length + 1);
  const template = templates.find(({ uriTemplate }) => uriTemplate === wanted);
  return template === undefined ? undefined : fillTemplate(template, server, parts.ask);
}

async function resourceChoices({ roster, lists }: PickParts, signal: AbortSignal) {
  const each = mcpEnsembles(roster).map(async server => {
    const [resources, templates] = await Promise.all([
      lists.resources(server, signal).catch(() => []),
      lists.templates(server, signal).catch(() => []),
    ]);
    return [
      ...resources.map(
        (resource): Choice<Picked> => ({
          label: `$(file) ${withoutIcons(resource.title ?? resource.name)}`,
          description: withoutIcons(resource.uri),
          ...detail(resource.description),
          group: server.title,
          value: { server, resource },
        }),
      ),
      ...templates.map(
        (template): Choice<Picked> => ({
          label: `$(symbol-parameter) ${withoutIcons(template.title ?? template.name)}…`,
          description: withoutIcons(template.uriTemplate),
          ...detail(template.description),
          group: server.title,
          value: { server, template },
        }),
      ),
    ];
  });
  return (await Promise.all(each)).flat();
}

function detail(description: string | undefined): { readonly detail?: string } {
  return description === undefined ? {} : { detail: withoutIcons(description) };
}

async function fillTemplate(
  { uriTemplate, name, title, description }: ResourceTemplateType,
  server: McpEnsemble,
  ask: AskPerson,
): Promise<string | undefined> {
  const { UriTemplate } = await import('@modelcontextprotocol/client');
  const template = new UriTemplate(uriTemplate);
  const given: Record<string, string> = {};
  for (const variable of template.variableNames) {
    const value = await askValue(ask, {
      title: `${title ?? name}: ${variable}`,
      prompt: description ?? uriTemplate,
      required: true,
      server,
      ref: { type: 'ref/resource', uri: uriTemplate },
      name: variable,
      given,
    });
    if (value === undefined) return undefined;
    given[variable] = value;
  }
  return resourceReference(server.name, template.expand(given));
}
