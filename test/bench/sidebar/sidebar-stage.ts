import type { ConverseEvent } from '../../../src/converser/words/conversation/converse-event.ts';
import type { FromPage, ToPage } from '../../../src/sidebar/protocol.ts';
import { launchSidebar, type SidebarBrowser } from '../../e2e/page/sidebar-browser.ts';
import { canisterMaker } from '../../sidebar/canisters.ts';
import { sidebarState, stateHost, turnStart } from '../../sidebar/sidebar-states.ts';
import { untilDrawn } from './in-page.ts';
import { lastWords, longConversation } from './long-conversation.ts';

/** The sidebar's page in a browser, with a host that has long conversations. */
export interface SidebarStage extends Pick<SidebarBrowser, 'page'> {
  /** Loads the page, which asks for its state. Resolves with the milliseconds until the end of it is drawn. */
  show(turns: number): Promise<number>;
  /** Changes to another conversation in a page that is there. Resolves with the same. */
  open(turns: number): Promise<number>;
  play(...events: readonly ConverseEvent[]): Promise<void>;
}

export async function onSidebar<T>(work: (stage: SidebarStage) => Promise<T>): Promise<T> {
  const browser = await launchSidebar();
  try {
    return await work(await stageIn(browser));
  } finally {
    await browser.close();
  }
}

async function stageIn({ page, load, hostedBy }: SidebarBrowser): Promise<SidebarStage> {
  await page.setViewportSize({ width: 320, height: 720 });
  // As JSON, which is what VS Code passes between the extension and a page.
  const tell = (messages: readonly ToPage[]) => page.evaluate(post, JSON.stringify(messages));
  return {
    page,
    async show(turns) {
      hostedBy(hostOf(turns).answer);
      await load();
      return page.evaluate(untilDrawn, { words: lastWords, since: 0 });
    },
    async open(turns) {
      const host = hostOf(turns);
      hostedBy(host.answer);
      const since = await tell(host.opening);
      return page.evaluate(untilDrawn, { words: lastWords, since });
    },
    play: async (...events) => void (await tell(events.map(event => ({ type: 'event', event })))),
  };
}

/** Runs in the page. Returns when it was posted. */
function post(json: string): number {
  const now = performance.now();
  for (const message of JSON.parse(json)) window.postMessage(message);
  return now;
}

function hostOf(turns: number) {
  const { shown, answer } = stateHost();
  const state = shown(sidebarState({ canisters: longConversation(turns) }));
  const opening: readonly ToPage[] = [{ type: 'state', state }];
  const host = async (message: FromPage) => (message.type === 'ready' ? opening : answer(message));
  return { opening, answer: host };
}

/** What a turn of a model begins with. */
export const opening: readonly ConverseEvent[] = [
  turnStart(canisterMaker().user('user-now', 'And now everything once more.')),
  { type: 'round-start', round: 1 },
];
