import type { ResourceTemplateType } from '@modelcontextprotocol/client';
import type { McpEnsemble } from '../../../ensembles/mcp/ensemble/mcp-ensemble.ts';
import { mcpEnsembles } from '../../../ensembles/mcp/ensemble/mcp-ensembles.ts';
import { resourceReference } from '../../../ensembles/mcp/references/resource-reference.ts';
import type { AskUser } from '../../common/ask-in-vscode.ts';
import { withoutIcons } from '../../common/markdown.ts';
import { askValues } from '../questions/ask-values.ts';
import { type PickPorts, pickEntry } from './server-choices.ts';

/** Resolves with `@server:uri`, or `undefined` if the user cancels. */
export function pickResource(ports: PickPorts): Promise<string | undefined> {
  return pickEntry(ports, {
    title: 'Attach MCP Resource',
    placeholder: 'Select a resource (starts the MCP servers that may have some)',
    lists: [
      async (server, signal) => {
        const resources = await server.library.resources(signal);
        return resources.map(({ uri, name, title, description }) => ({
          label: `$(file) ${withoutIcons(title ?? name)}`,
          description: uri,
          detail: description,
          write: async () => resourceReference(server.name, uri),
        }));
      },
      async (server, signal) => {
        const templates = await server.library.resourceTemplates(signal);
        return templates.map(template => ({
          label: `$(symbol-parameter) ${withoutIcons(template.title ?? template.name)}…`,
          description: template.uriTemplate,
          detail: template.description,
          write: () => fillTemplate(template, server, ports.ask),
        }));
      },
    ],
  });
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

async function fillTemplate(
  { uriTemplate, name, title, description }: ResourceTemplateType,
  server: McpEnsemble,
  ask: AskUser,
): Promise<string | undefined> {
  const { UriTemplate } = await import('@modelcontextprotocol/client');
  const template = new UriTemplate(uriTemplate);
  const wanted = template.variableNames.map(variable => ({
    title: `${title ?? name}: ${variable}`,
    prompt: description ?? uriTemplate,
    required: true,
    name: variable,
  }));
  const given = await askValues(ask, wanted, { server, ref: { type: 'ref/resource', uri: uriTemplate } });
  return given && resourceReference(server.name, template.expand(given));
}
