import * as vscode from 'vscode';
import { errors } from '../../converser/ground/errors.ts';
import { defined } from '../../converser/ground/json/defined.ts';
import {
  type AttachmentSources,
  attachMentioned,
} from '../../converser/turn/attachments/attach-mentioned.ts';
import {
  type Attached,
  attachmentTokens,
  type HeldFiles,
  mostAttached,
} from '../../converser/turn/attachments/attachment.ts';
import { fileAttachment } from '../../converser/turn/attachments/bytes-attachment.ts';
import { writeMention } from '../../converser/turn/attachments/mention.ts';
import type { ReadLabel } from '../../converser/words/labels/label.ts';
import { locatePath } from '../../converser/words/workspace/paths.ts';
import type { Location, Workspace } from '../../converser/words/workspace/workspace.ts';
import type { WorkspaceAttachments } from '../../ensembles/workspace/attachments/workspace-attachments.ts';
import type { CompletionItem, SidebarAttachment } from '../../sidebar/protocol.ts';
import { readSaved } from '../workspace/read-saved.ts';
import type { LabelOfAttached } from './attached-file.ts';
import { completeMention } from './complete-mention.ts';
import { createHeldAttachments, type HeldAttachments } from './held-attachments.ts';
import { selectedText } from './selected-text.ts';
import type { TerminalOutputs } from './terminal-outputs.ts';

export interface MessageAttachmentsPorts {
  readonly workspace: Pick<Workspace, 'roots'>;
  readonly attachments: WorkspaceAttachments;
  readonly terminals: Pick<TerminalOutputs, 'last'>;
  readonly labelOf: LabelOfAttached;
  readonly folder: vscode.Uri;
  /** False while a private conversation is shown. */
  readonly mayKeep: () => boolean;
}

export interface MessageAttachments {
  /** Rejects only when the signal aborts. */
  read(message: string, signal: AbortSignal, held?: HeldFiles): Promise<readonly Attached[]>;
  /** Rejects only when the signal aborts. */
  show(message: string, signal: AbortSignal, held?: HeldFiles): Promise<readonly SidebarAttachment[]>;
  complete(typed: string, signal: AbortSignal): Promise<readonly CompletionItem[]>;
  /** Resolves with the mention. Rejects what models can't take. */
  hold(file: PastedFile): Promise<string>;
  mention(uris: readonly vscode.Uri[]): Promise<string>;
  pick(): Promise<string | undefined>;
}

export interface PastedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly thumbnail?: string;
  readonly label?: ReadLabel;
}

export function createMessageAttachments(ports: MessageAttachmentsPorts): MessageAttachments {
  const { attachments, terminals, labelOf } = ports;
  const held = createHeldAttachments(ports.folder, ports.mayKeep);
  const sources: AttachmentSources = {
    place: attachments.place,
    live: {
      async selection() {
        const place = activeLocation(ports);
        if (place !== undefined) await attachments.check(place);
        return selectedText(labelOf);
      },
      problems: () => attachments.problems(activeLocation(ports)),
      terminal: () => terminals.last(),
      'git-diff': signal => gitDiff(attachments, signal),
    },
    held: async name => (await held.get(name))?.attachment,
  };
  const sourcesWith = (sent: HeldFiles = new Map()): AttachmentSources => ({
    ...sources,
    held: async name => sent.get(name) ?? sources.held(name),
  });
  const mentionOne = async (uri: vscode.Uri): Promise<string> => {
    if (vscode.workspace.getWorkspaceFolder(uri) !== undefined)
      return writeMention(vscode.workspace.asRelativePath(uri) || '.');
    const bytes = await readOutside(uri);
    const attachment = await attachments.outside({ path: uri.fsPath.replaceAll('\\', '/'), bytes });
    return `@${await held.add({ attachment })}`;
  };
  const mention = async (uris: readonly vscode.Uri[]) =>
    (await Promise.all(uris.slice(0, mostAttached.attachments).map(mentionOne))).join(' ');
  return {
    read: (message, signal, sent) => attachMentioned(message, sourcesWith(sent), signal),
    show: async (message, signal, sent) => {
      const attached = await attachMentioned(message, sourcesWith(sent), signal);
      return shownAttachments(message, attached, async name =>
        sent?.has(name) ? undefined : held.get(name),
      );
    },
    complete: (typed, signal) => completeMention(typed, attachments, signal),
    async hold({ name, bytes, thumbnail, label }) {
      const attachment = defined({ ...fileAttachment(bytes, { title: name, name }), label });
      return `@${await held.add(defined({ attachment, thumbnail }))}`;
    },
    mention,
    async pick() {
      const uris = await vscode.window.showOpenDialog({ canSelectMany: true, openLabel: 'Attach' });
      return uris && mention(uris);
    },
  };
}

/** Git must only run in folders that you trust. */
async function gitDiff({ gitDiff }: Pick<WorkspaceAttachments, 'gitDiff'>, signal: AbortSignal) {
  if (!vscode.workspace.isTrusted) throw errors.badArguments('Git runs in folders that you trust only');
  return gitDiff(signal);
}

function activeLocation({ workspace }: Pick<MessageAttachmentsPorts, 'workspace'>): Location | undefined {
  const uri = vscode.window.activeTextEditor?.document.uri;
  if (uri === undefined || vscode.workspace.getWorkspaceFolder(uri) === undefined) return undefined;
  return locatePath(vscode.workspace.asRelativePath(uri), workspace.roots);
}

async function readOutside(uri: vscode.Uri): Promise<Uint8Array> {
  const { type } = await vscode.workspace.fs.stat(uri);
  if ((type & vscode.FileType.Directory) !== 0)
    throw errors.badArguments(
      `${uri.fsPath} is a folder outside of the workspace. Add it to the workspace first`,
    );
  return readSaved(uri, mostAttached.pdfBytes);
}

async function shownAttachments(
  message: string,
  attached: readonly Attached[],
  held: HeldAttachments['get'],
): Promise<readonly SidebarAttachment[]> {
  return Promise.all(
    attached.map(async each => {
      const { start, end, target } = each.mention;
      const written = message.slice(start, end);
      if ('problem' in each) return { written, title: each.title, problem: each.problem };
      const { kind, title, note, label } = each.attachment;
      return defined({
        written,
        kind,
        title,
        note,
        tokens: attachmentTokens(each.attachment),
        isSecret: label?.confidentiality === 'secret' || undefined,
        isOutside: label?.integrity === 'outside' || undefined,
        thumbnail: target.kind === 'held' ? (await held(target.name))?.thumbnail : undefined,
      });
    }),
  );
}
