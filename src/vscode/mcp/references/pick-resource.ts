import type { Resource, ResourceTemplateType } from '@modelcontextprotocol/client';
import type { EnsembleRoster } from '../../../converser/words/ensemble/ensemble-roster.ts';
import type { McpEnsemble } from '../../../ensembles/mcp/ensemble/mcp-ensemble.ts';
import { mcpEnsembles } from '../../../ensembles/mcp/ensemble/mcp-ensembles.ts';
import { resourceReference } from '../../../ensembles/mcp/references/resource-reference.ts';
import type { AskUser, Choice } from '../../common/ask-in-vscode.ts';
import { withoutIcons } from '../../common/markdown.ts';
import { askValue } from '../questions/ask-value.ts';
import type { ServerLogs } from '../server-logs.ts';
import { type Chosen, serverChoices } from './server-choices.ts';

export interface PickPorts {
  readonly ask: AskUser;
  readonly roster: EnsembleRoster;
  readonly logs: Pick<ServerLogs, 'show'>;
}

/** Resolves with `@server:uri`, or `undefined` if the user cancels. */
export async function pickResource(ports: PickPorts): Promise<string | undefined> {
  const { ask, roster, logs } = ports;
  const chosen = await ask.pick<Chosen>({
    title: 'Attach MCP Resource',
    placeholder: 'Select a resource (starts the MCP servers that may have some)',
    choices: [],
    later: serverChoices(mcpEnsembles(roster), {
      logs,
      lists: [
        async (server, signal) => {
          const resources = await server.library.resources(signal);
          return resources.map(resource => resourceChoice(server, resource));
        },
        async (server, signal) => {
          const templates = await server.library.resourceTemplates(signal);
          return templates.map(template => templateChoice(server, template, ask));
        },
      ],
    }),
  });
  return chosen?.();
}

/** `reference` is `server:template`. */
export async function pickFromTemplate(reference: string, ports: PickPorts): Promise<string | undefined> {
  const server = mcpEnsembles(ports.roster).find(({ name }) => reference.startsWith(`${name}:`));
  if (server === undefined) return undefined;
  const templates = await server.library.resourceTemplates(AbortSignal.timeout(30_000));
  const wanted = reference.slice(server.name.length + 1);
  const template = templates.find(({ uriTemplate }) => uriTemplate === wanted);
  return template === undefined ? undefined : fillTemplate(template, server, ports.ask);
}

function resourceChoice(server: McpEnsemble, resource: Resource): Choice<Chosen> {
  return {
    label: `$(file) ${withoutIcons(resource.title ?? resource.name)}`,
    description: withoutIcons(resource.uri),
    ...detail(resource.description),
    group: server.title,
    value: async () => resourceReference(server.name, resource.uri),
  };
}

function templateChoice(server: McpEnsemble, template: ResourceTemplateType, ask: AskUser): Choice<Chosen> {
  return {
    label: `$(symbol-parameter) ${withoutIcons(template.title ?? template.name)}…`,
    description: withoutIcons(template.uriTemplate),
    ...detail(template.description),
    group: server.title,
    value: () => fillTemplate(template, server, ask),
  };
}

function detail(description: string | undefined): { readonly detail?: string } {
  return description === undefined ? {} : { detail: withoutIcons(description) };
}

async function fillTemplate(
  { uriTemplate, name, title, description }: ResourceTemplateType,
  server: McpEnsemble,
  ask: AskUser,
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
