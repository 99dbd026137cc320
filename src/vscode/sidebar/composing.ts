import * as vscode from 'vscode';
import type { Disposable } from '../../converser/ground/async/listeners.ts';
import type { HeldFiles } from '../../converser/turn/attachments/attachment.ts';
import type { MessageAttachments } from '../attachments/message-attachments.ts';
import type { ViewActions } from './page-actions.ts';
import type { SidebarPage } from './sidebar-page.ts';

export interface ComposingPorts {
  readonly page: Pick<SidebarPage, 'post' | 'insert'>;
  readonly attachments: MessageAttachments;
  /** Those of the message that is edited. */
  readonly held: () => HeldFiles;
}

export interface Composing extends Disposable {
  readonly actions: Pick<ViewActions, 'read-attachments' | 'hold' | 'mention' | 'pick-files'>;
}

export function createComposing({ page, attachments, held }: ComposingPorts): Composing {
  let reading = new AbortController();
  return {
    actions: {
      /** Typing on makes an earlier answer pointless. */
      async 'read-attachments'({ request, text }) {
        reading.abort();
        reading = new AbortController();
        const { signal } = reading;
        const items = await attachments.show(text, signal, held()).catch(cause => {
          if (!signal.aborted) throw cause;
          return [];
        });
        if (!signal.aborted) page.post({ type: 'attachments', request, items });
      },
      hold: async file => page.insert(await attachments.hold(file)),
      async mention({ uris }) {
        page.insert(await attachments.mention(uris.map(uri => vscode.Uri.parse(uri, true))));
      },
      async 'pick-files'() {
        const mention = await attachments.pick();
        if (mention !== undefined) page.insert(mention);
      },
    },
    dispose: () => reading.abort(),
  };
}
