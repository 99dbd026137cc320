import type { Prompt } from '@modelcontextprotocol/client';
import type { McpEnsemble } from '../../../ensembles/mcp/ensemble/mcp-ensemble.ts';
import { promptReference, writeArguments } from '../../../ensembles/mcp/references/written-prompt.ts';
import type { AskUser } from '../../common/ask-in-vscode.ts';
import { withoutIcons } from '../../common/markdown.ts';
import { askValues } from '../questions/ask-values.ts';
import { type PickPorts, pickEntry } from './server-choices.ts';

export function pickPrompt(ports: PickPorts): Promise<string | undefined> {
  return pickEntry(ports, {
    title: 'Use MCP Prompt',
    placeholder: 'Select a prompt (starts the MCP servers that may have some)',
    lists: [
      async (server, signal) => {
        const prompts = await server.library.prompts(signal);
        return prompts.map(prompt => ({
          label: `$(comment) ${withoutIcons(prompt.title ?? prompt.name)}`,
          description: promptReference(server.name, prompt.name),
          detail: prompt.description,
          write: () => fillPrompt(prompt, server, ports.ask),
        }));
      },
    ],
  });
}

async function fillPrompt(prompt: Prompt, server: McpEnsemble, ask: AskUser): Promise<string | undefined> {
  const wanted = (prompt.arguments ?? []).map(({ name, description, required = false }) => ({
    title: `${prompt.title ?? prompt.name}: ${name}`,
    prompt: `${description ?? name}${required ? '' : ' (optional)'}`,
    required,
    name,
  }));
  const given = await askValues(ask, wanted, { server, ref: { type: 'ref/prompt', name: prompt.name } });
  return given && `${promptReference(server.name, prompt.name)} ${writeArguments(given)}`.trim();
}
