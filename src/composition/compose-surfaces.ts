import * as vscode from 'vscode';
import { isTrusted } from '../converser/call/caution/caution.ts';
import type { Disposable } from '../converser/ground/async/listeners.ts';
import type { EnsembleRoster } from '../converser/words/ensemble/ensemble-roster.ts';
import { lockFileName } from '../ensembles/descriptors/files/reserved-names.ts';
import { launchHash } from '../ensembles/mcp/definition/server-definition.ts';
import type { PreparedModes } from '../ensembles/prepare-modes.ts';
import type { Converser } from '../house/create-converser.ts';
import { attachingReferences } from '../vscode/attachments/attaching-references.ts';
import type { MessageAttachments } from '../vscode/attachments/message-attachments.ts';
import { commands } from '../vscode/common/contributions.ts';
import { inform } from '../vscode/common/notices.ts';
import { writeSettings } from '../vscode/common/vscode-settings.ts';
import { introduceServers } from '../vscode/mcp/changes/introduce-servers.ts';
import { notifyOfChanges } from '../vscode/mcp/changes/notify-of-changes.ts';
import { createWatchedResources } from '../vscode/mcp/changes/watch-resources.ts';
import type { MessageReferences } from '../vscode/mcp/references/message-references.ts';
import { createMessageReferences } from '../vscode/mcp/references/message-references.ts';
import type { AvailableModels } from '../vscode/models/available-models.ts';
import {
  isToldByAnother,
  notifyOfPermissionQuestion,
  notifyOfQuestions,
  notifyOfServerQuestion,
} from '../vscode/questions/notify-of-questions.ts';
import {
  askingIn,
  type PermissionQuestions,
  type ServerQuestions,
} from '../vscode/questions/open-questions.ts';
import type { MessageSkills } from '../vscode/sidebar/complete-message.ts';
import type { ConversationPool } from '../vscode/sidebar/conversation/conversation-pool.ts';
import type { ConversationPages } from '../vscode/sidebar/pages/conversation-pages.ts';
import type { TurnChanges } from '../vscode/undo/turn-changes.ts';
import type { McpInVscode } from './compose-mcp.ts';

export interface SurfacePorts {
  readonly converser: Converser;
  readonly models: AvailableModels;
  readonly references: MessageReferences;
  readonly skills: MessageSkills;
  readonly attachments: MessageAttachments;
  readonly questions: PermissionQuestions;
  readonly changes: TurnChanges;
  readonly modes: Pick<PreparedModes, 'all' | 'onDidChange'>;
}

export function composeReferences(
  roster: EnsembleRoster,
  attachments: MessageAttachments,
): MessageReferences {
  const watched = createWatchedResources();
  const references = createMessageReferences({
    roster,
    onRead: (server, uri) => void watched.watch(server, uri),
  });
  return attachingReferences(references, attachments);
}

export interface NotificationPorts {
  readonly questions: PermissionQuestions;
  readonly requests: ServerQuestions;
  readonly mcp: Pick<McpInVscode, 'changes' | 'onDidChangeKnowledge'>;
  readonly converser: Pick<Converser, 'roster' | 'vouching'>;
  readonly globalState: vscode.Memento;
  readonly pool: Pick<ConversationPool, 'find'>;
  readonly pages: Pick<ConversationPages, 'visible'>;
}

export function composeNotifications(ports: NotificationPorts): readonly Disposable[] {
  const { questions, requests, mcp, converser, globalState: state, pool, pages } = ports;
  const { roster, vouching } = converser;
  return [
    notifyOfQuestions({
      questions,
      // VS Code itself notifies of questions in the chat view.
      isSeen: open => {
        const asking = open.question.conversationId;
        if (isToldByAnother(open, questions) || pool.find(asking) === undefined) return true;
        return pages.visible.includes(asking);
      },
      notify: question => void notifyOfPermissionQuestion(question),
    }),
    notifyOfQuestions({
      questions: requests,
      isSeen: ({ question }) => {
        const asking = askingIn(question);
        const isOwn = asking !== undefined && pool.find(asking) !== undefined;
        return isOwn ? pages.visible.includes(asking) : pages.visible.length > 0;
      },
      notify: question => void notifyOfServerQuestion(question),
    }),
    notifyOfChanges({ drifts: mcp.changes.all, onDidChange: mcp.onDidChangeKnowledge }),
    introduceServers(roster, {
      launchOf: ({ definition }) => launchHash(definition),
      lockFile: lockFileName,
      state,
      trusts: source => isTrusted(source, vouching.trusted),
      trust: writeSettings.trustedSource,
      showTools: ({ name }) => vscode.commands.executeCommand(commands.manageMcpServer, name, 'definition'),
      ask: inform,
    }),
  ];
}
