import { stripVTControlCharacters } from 'node:util';
import * as vscode from 'vscode';
import type { Disposable } from '../../converser/async/listeners.ts';
import type { RuleBook } from '../../converser/permission/rules.ts';
import type { KnownSecrets } from '../../converser/secrets/known-secrets.ts';
import { visibleProse } from '../../converser/wording/visible-text.ts';
import { labelOfCommand } from '../../ensembles/shell/command-label.ts';
import { createWorkspaceAttachments } from '../../ensembles/workspace/attachments/workspace-attachments.ts';
import {
  createMessageAttachments,
  type MessageAttachments,
} from '../../vscode/attachments/message-attachments.ts';
import { followTerminals } from '../../vscode/attachments/terminal-outputs.ts';
import type { EnsemblesInVscode } from '../compose-ensembles.ts';
import { labelOfAttached } from './attached-label.ts';

export interface AttachmentPlaces {
  readonly secrets: Pick<KnownSecrets, 'hide'>;
  readonly rules: RuleBook;
  /** Where what is pasted is kept. */
  readonly folder: vscode.Uri;
}

/** What a message can bring along from the workspace and the window. */
export function composeAttachments(
  ensembles: Pick<EnsemblesInVscode, 'workspace' | 'labels' | 'addedPlaces'>,
  { secrets: { hide }, rules, folder }: AttachmentPlaces,
): MessageAttachments & Disposable {
  const { workspace } = ensembles;
  const attachments = createWorkspaceAttachments({
    ...ensembles,
    rules,
    readBytes: location => vscode.workspace.fs.readFile(workspace.uriOf(location)) as Promise<Uint8Array>,
  });
  const terminals = followTerminals({
    readable: output => visibleProse(hide(stripVTControlCharacters(output))),
    labelOf: line => {
      const label = labelOfCommand({ command: { kind: 'line', line } });
      return label.integrity === 'outside' || label.confidentiality === 'secret' ? label : undefined;
    },
  });
  return {
    ...createMessageAttachments({
      workspace,
      attachments,
      terminals,
      labelOf: file => labelOfAttached(file, ensembles),
      folder,
    }),
    dispose() {
      terminals.dispose();
      attachments.search.dispose();
    },
  };
}
