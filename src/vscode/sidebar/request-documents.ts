import type { Disposable } from '../../converser/ground/async/listeners.ts';
import type { Host } from '../../converser/ground/host.ts';
import { rawText, readableText } from '../../converser/words/texts/request-text.ts';
import type { FromPage } from '../../sidebar/protocol.ts';
import { inform } from '../common/notices.ts';
import { showFailure } from '../common/show-failure.ts';
import { createTextDiffs } from '../common/text-diffs.ts';
import { mostRounds, type RecentRequests } from './recent-requests.ts';
import type { SidebarPage } from './sidebar-page.ts';

export type RequestMessage = Extract<FromPage, { readonly type: 'show-request' }>;

const notKept = `No request is kept for this round. Converser keeps those of the last ${mostRounds} rounds of the open conversation until the window reloads; Rehearsal sends none.`;

export interface RequestDocuments extends Disposable {
  serve(page: Pick<SidebarPage, 'onMessage'>): Disposable;
}

export function createRequestDocuments(
  requests: Pick<RecentRequests, 'of'>,
  { secrets: { hide }, log }: Pick<Host, 'secrets' | 'log'>,
): RequestDocuments {
  const texts = createTextDiffs('converser-request');
  async function show({ turn, round, raw }: RequestMessage): Promise<void> {
    const exchanges = requests.of(turn, round);
    if (exchanges.length === 0) return void inform(notKept);
    const messages = exchanges.flatMap(({ request, reply }) => [request, reply]);
    const text = raw ? messages.map(each => rawText(each, hide)).join('\n\n') : readableText(exchanges, hide);
    await texts.open(`Round ${round}.${raw ? 'http' : 'md'}`, text);
  }
  return {
    serve: page =>
      page.onMessage(message => {
        if (message.type === 'show-request') void show(message).catch(cause => showFailure(cause, log));
      }),
    dispose: texts.dispose,
  };
}
