import * as vscode from 'vscode';
import { askingThrough } from '../../converser/call/permission/permissions.ts';
import type { Disposable } from '../../converser/ground/async/listeners.ts';
import { createConversation } from '../../converser/words/conversation/conversation.ts';
import type { Converser } from '../../house/create-converser.ts';
import type { MessageAttachments } from '../../vscode/attachments/message-attachments.ts';
import { showingFailures } from '../../vscode/commands/palette.ts';
import type { AskUser } from '../../vscode/common/ask-in-vscode.ts';
import { createTextDiffs } from '../../vscode/common/text-diffs.ts';
import type { Commands } from '../../vscode/common/vscode-command.ts';
import type { AvailableModels } from '../../vscode/models/available-models.ts';
import type { PermissionQuestions } from '../../vscode/questions/open-questions.ts';
import { type CallCommandPorts, callCommandsOn } from '../../vscode/sidebar/call-commands.ts';
import { type ConversationPages, onPages } from '../../vscode/sidebar/pages/conversation-pages.ts';
import { turnCommandsOn } from '../../vscode/sidebar/turn-commands.ts';
import type { VersionWalk } from '../../vscode/undo/go-to-version.ts';

export interface TurnPorts {
  readonly converser: Pick<Converser, 'ports' | 'host'>;
  readonly pages: ConversationPages;
  readonly models: AvailableModels;
  readonly walk: VersionWalk;
  readonly attachments: MessageAttachments;
  readonly questions: PermissionQuestions;
  readonly ask: AskUser;
}

/** What is done to a turn of a conversation, and to a call in it. */
export function composeTurns(ports: TurnPorts): { readonly commands: Commands } & Disposable {
  const { pages, models, walk, attachments, ask } = ports;
  const diffs = createTextDiffs('converser-call');
  const selected: CallCommandPorts['selected'] = {};
  const select: CallCommandPorts['select'] = side => {
    selected.side = side;
    return vscode.commands.executeCommand('setContext', 'converser.resultSelected', true);
  };
  const copy = (text: string) => vscode.env.clipboard.writeText(text);
  const run = runningIn(ports);
  const commands = onPages(pages, open => ({
    ...turnCommandsOn({ ...open, models, walk, ask, copy }),
    ...callCommandsOn({ ...open, diffs, ask, attachments, selected, select, run }),
  }));
  return {
    commands: showingFailures(commands, ports.converser.host.log),
    dispose: () => diffs.dispose(),
  };
}

function runningIn({ converser, questions }: TurnPorts): CallCommandPorts['run'] {
  return async ({ conversation: { id, canisters }, ...call }, signal) => {
    const { callInvoker } = await import('../../gateway/mcp/tools/call-invoker.ts');
    const { roster, permissions, ...rest } = converser.ports();
    const approver = {
      ask: (...asked: Parameters<typeof questions.open>) => questions.open(...asked).answer,
    };
    // What it has read counts for the question, and a copy takes the result.
    const conversation = createConversation(id, canisters);
    const { result } = await callInvoker(
      { ...call, conversation, callable: roster },
      { ...rest, permissions: askingThrough(approver, permissions) },
      { signal, progress: () => {} },
    );
    return result;
  };
}
