import type { Prompt } from '@modelcontextprotocol/client';
import type { McpEnsemble } from '../../../ensembles/mcp/ensemble/mcp-ensemble.ts';
import { mcpEnsembles } from '../../../ensembles/mcp/ensemble/mcp-ensembles.ts';
import { promptReference, writeArguments } from '../../../ensembles/mcp/references/written-prompt.ts';
import type { AskUser, Choice } from '../../common/ask-in-vscode.ts';
import { withoutIcons } from '../../common/markdown.ts';
import { askValue } from '../questions/ask-value.ts';
import type { PickPorts } from './pick-resource.ts';
import { type Chosen, serverChoices } from './server-choices.ts';

export async function pickPrompt(ports: PickPorts): Promise<string | undefined> {
  const { ask, roster, logs } = ports;
  const chosen = await ask.pick<Chosen>({
    title: 'Use MCP Prompt',
    placeholder: 'Select a prompt (starts the MCP servers that may have some)',
    choices: [],
    later: serverChoices(mcpEnsembles(roster), {
      logs,
      lists: [
        async (server, signal) => {
          const prompts = await server.library.prompts(signal);
          return prompts.map(prompt => promptChoice(server, prompt, ask));
        },
      ],
    }),
  });
  return chosen?.();
}

function promptChoice(server: McpEnsemble, prompt: Prompt, ask: AskUser): Choice<Chosen> {
  return {
    label: `$(comment) ${withoutIcons(prompt.title ?? prompt.name)}`,
    description: withoutIcons(promptReference(server.name, prompt.name)),
    ...(prompt.description === undefined ? {} : { detail: withoutIcons(prompt.description) }),
    group: server.title,
    value: () => fillPrompt(prompt, server, ask),
  };
}

async function fillPrompt(prompt: Prompt, server: McpEnsemble, ask: AskUser): Promise<string | undefined> {
  const given: Record<string, string> = {};
  for (const { name, description, required = false } of prompt.arguments ?? []) {
    const value = await askValue(ask, {
      title: `${prompt.title ?? prompt.name}: ${name}`,
      prompt: `${description ?? name}${required ? '' : ' (optional)'}`,
      required,
      server,
      ref: { type: 'ref/prompt', name: prompt.name },
      name,
      given,
    });
    if (value === undefined) return undefined;
    if (value !== '') given[name] = value;
  }
  return `${promptReference(server.name, prompt.name)} ${writeArguments(given)}`.trim();
}
