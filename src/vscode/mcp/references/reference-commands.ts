import * as vscode from 'vscode';
import { mcpEnsembles } from '../../../ensembles/mcp/ensemble/mcp-ensembles.ts';
import type { AskUser } from '../../common/ask-in-vscode.ts';
import { commands } from '../../common/contributions.ts';
import type { Commands } from '../../common/vscode-command.ts';
import { pickPrompt } from './pick-prompt.ts';
import { pickFromTemplate, pickResource } from './pick-resource.ts';
import type { PickPorts } from './server-choices.ts';

export interface MessageField {
  insert(text: string): void;
  compose(text: string): void;
  focus(): void;
}

export interface ReferenceCommandPorts extends PickPorts {
  readonly messageField: MessageField;
  readonly inform: (message: string) => void;
}

export function referenceCommands(ports: ReferenceCommandPorts): Commands {
  return {
    [commands.attachMcpResource]: given => attachResource(given, ports),
    [commands.useMcpPrompt]: () => usePrompt(ports),
  };
}

/** The sidebar names itself, so that you aren't asked for it, and sometimes a template. */
async function attachResource(given: unknown, ports: ReferenceCommandPorts): Promise<void> {
  const { ask, roster, messageField, inform } = ports;
  if (mcpEnsembles(roster).length === 0)
    return inform('No MCP server is enabled, so there are no resources to attach.');
  const { template, surface } = (given ?? {}) as Readonly<Record<string, unknown>>;
  const reference =
    typeof template === 'string' ? await pickFromTemplate(template, ports) : await pickResource(ports);
  if (reference === undefined) return;
  const place = surface === 'sidebar' ? surface : await askWhere(ask, 'Attach MCP Resource');
  if (place === 'sidebar') await intoSidebar(() => messageField.insert(reference));
  else if (place === 'chat') await intoChat(`${reference} `);
}

async function usePrompt(ports: ReferenceCommandPorts): Promise<void> {
  const { ask, roster, messageField, inform } = ports;
  if (mcpEnsembles(roster).length === 0)
    return inform('No MCP server is enabled, so there are no prompts to use.');
  const written = await pickPrompt(ports);
  if (written === undefined) return;
  const place = await askWhere(ask, 'Use MCP Prompt');
  if (place === 'sidebar') await intoSidebar(() => messageField.compose(written));
  else if (place === 'chat') await intoChat(written);
}

function askWhere(ask: AskUser, title: string): Promise<'sidebar' | 'chat' | undefined> {
  return ask.pick({
    title,
    placeholder: 'Select where to insert it',
    choices: [
      { label: 'Sidebar', value: 'sidebar' },
      { label: 'Chat View', description: '@converser', value: 'chat' },
    ],
  });
}

async function intoSidebar(put: () => void): Promise<void> {
  await vscode.commands.executeCommand(commands.focusSidebar);
  put();
}

async function intoChat(text: string): Promise<void> {
  const query = `@converser ${text}`;
  await vscode.commands.executeCommand('workbench.action.chat.open', { query, isPartialQuery: true });
}
