import { stripVTControlCharacters } from 'node:util';
import type { Disposable } from '../converser/ground/async/listeners.ts';
import { visibleProse } from '../converser/ground/wording/visible-text.ts';
import { labelOfCommand } from '../ensembles/shell/command-label.ts';
import type { Converser } from '../house/create-converser.ts';
import {
  createMessageAttachments,
  type MessageAttachments,
  type MessageAttachmentsPorts,
} from '../vscode/attachments/message-attachments.ts';
import { followTerminals } from '../vscode/attachments/terminal-outputs.ts';
import type { VscodeWorkspace } from '../vscode/workspace/vscode-workspace.ts';
import { labelOfAttached } from './attached-label.ts';

export function composeAttachments(
  { attachments, host, guarded }: Pick<Converser, 'attachments' | 'host' | 'guarded'>,
  {
    workspace,
    ...kept
  }: { readonly workspace: VscodeWorkspace } & Pick<MessageAttachmentsPorts, 'folder' | 'mayKeep'>,
): MessageAttachments & Disposable {
  const terminals = followTerminals({
    readable: output => visibleProse(host.secrets.hide(stripVTControlCharacters(output))),
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
      labelOf: file => labelOfAttached(file, { ...guarded, workspace }),
      ...kept,
    }),
    dispose: terminals.dispose,
  };
}
