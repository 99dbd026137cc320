import * as vscode from 'vscode';
import type { EnsembleRoster } from '../../../converser/ensemble/ensemble-roster.ts';
import type { AskUser } from '../../window/ask-user.ts';
import { commands } from '../../window/contributions.ts';
import { mcpEnsembles } from '../mcp-ensembles.ts';
import type { ServerLogs } from '../server-logs.ts';
import type { MessageField } from './message-field.ts';
import { pickPrompt } from './pick-prompt.ts';
import { pickFromTemplate, pickResource } from './pick-resource.ts';
import type { ServerLists } from './server-lists.ts';

/** What puts something of a server into a message that the person is about to write. */
export interface MessageParts {
  readonly ask: AskUser;
  readonly roster: EnsembleRoster;
  readonly lists: ServerLists;
  readonly logs: Pick<ServerLogs, 'show'>;
  /** The sidebar's. */
  readonly messageField: MessageField;
  readonly inform: (message: string) => void;
}

/** The sidebar says that it is it who wants a resource, and perhaps of which template. */
export async function attachResource(parts: MessageParts, given: unknown): Promise<void> {
  if (mcpEnsembles(parts.roster).length === 0)
    return parts.inform('There is no MCP server whose resources could be attached.');
  const { template, surface } = (given ?? {}) as Readonly<Record<string, unknown>>;
  const reference =
    typeof template === 'string' ? await pickFromTemplate(template, parts) : await pickResource(parts);
  if (reference === undefined) return;
  const place = surface === 'sidebar' ? surface : await askWhere(parts.ask, 'Attach MCP Resource');
  if (place === 'sidebar') await intoSidebar(parts, field => field.insert(reference));
  else if (place === 'chat') await intoChat(`${reference} `);
}

export async function runPrompt(parts: MessageParts): Promise<void> {
  if (mcpEnsembles(parts.roster).length === 0)
    return parts.inform('There is no MCP server that has prompts.');
  const written = await pickPrompt(parts);
  if (written === undefined) return;
  const place = await askWhere(parts.ask, 'Run a Prompt');
  if (place === 'sidebar') await intoSidebar(parts, field => field.compose(written));
  else if (place === 'chat') await intoChat(written);
}

function askWhere(ask: AskUser, title: string): Promise<'sidebar' | 'chat' | undefined> {
  return ask.pick({
    title,
    placeholder: 'Into which message?',
    choices: [
      { label: 'The Sidebar', value: 'sidebar' },
      { label: 'The Chat View', description: '@converser', value: 'chat' },
    ],
  });
}

async function intoSidebar(
  { messageField }: MessageParts,
  put: (field: MessageField) => void,
): Promise<void> {
  await vscode.commands.executeCommand(commands.focusSidebar);
  put(messageField);
}

async function intoChat(text: string): Promise<void> {
  const query = `@converser ${text}`;
  await vscode.commands.executeCommand('workbench.action.chat.open', { query, isPartialQuery: true });
}
