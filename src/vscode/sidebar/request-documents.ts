import * as vscode from 'vscode';
import type { Disposable } from '../../converser/ground/async/listeners.ts';
import type { Host } from '../../converser/ground/host.ts';
import { rawText, readableText } from '../../converser/words/texts/request-text.ts';
import type { FromPage } from '../../sidebar/protocol.ts';
import { inform } from '../common/notices.ts';
import { showFailure } from '../common/show-failure.ts';
import { mostRounds, type RecentRequests } from './recent-requests.ts';
import type { SidebarPage } from './sidebar-page.ts';

export type RequestMessage = Extract<FromPage, { readonly type: 'show-request' }>;

const scheme = 'converser-request';

const notKept = `No request is kept for this round. Converser keeps those of the last ${mostRounds} rounds of the open conversation until the window reloads; Rehearsal sends none.`;

export interface RequestDocuments extends vscode.Disposable {
  serve(page: Pick<SidebarPage, 'onMessage'>): Disposable;
}

export function createRequestDocuments(
  requests: Pick<RecentRequests, 'of'>,
  { secrets: { hide }, log }: Pick<Host, 'secrets' | 'log'>,
): RequestDocuments {
  const registration = vscode.workspace.registerTextDocumentContentProvider(scheme, {
    provideTextDocumentContent({ path, query }) {
      const [round, turn = ''] = query.split(' ');
      const exchanges = requests.of(turn, Number(round));
      if (exchanges.length === 0) return notKept;
      if (path.endsWith('.md')) return readableText(exchanges, hide);
      const messages = exchanges.flatMap(({ request, reply }) => [request, reply]);
      return messages.map(each => rawText(each, hide)).join('\n\n');
    },
  });
  async function show({ turn, round, raw }: RequestMessage): Promise<void> {
    if (requests.of(turn, round).length === 0) return void inform(notKept);
    const path = `/Round ${round}.${raw ? 'http' : 'md'}`;
    const uri = vscode.Uri.from({ scheme, path, query: `${round} ${turn}` });
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri));
  }
  return {
    serve: page =>
      page.onMessage(message => {
        if (message.type === 'show-request') void show(message).catch(cause => showFailure(cause, log));
      }),
    dispose: () => registration.dispose(),
  };
}
