/**
 * The sidebar's page in a real browser, under the content policy it has in VS Code, with a test double for what
 * VS Code gives a page: it keeps what the page posts, and plays what the extension would send.
 */

import assert from 'node:assert/strict';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import axe from 'axe-core';
import type { Frame, Locator, Page } from 'playwright-core';
import type { ConverseEvent } from '../../../src/converser/words/conversation/converse-event.ts';
import type { FromPage, ToPage } from '../../../src/sidebar/protocol.ts';
import { type HostState, stateHost } from '../../sidebar/sidebar-states.ts';
import { sharedBrowser } from './shared-browser.ts';
import { openPage, type SidebarBrowser } from './sidebar-browser.ts';

export const themes = ['dark', 'light', 'high-contrast', 'high-contrast-light'] as const;
export type Theme = (typeof themes)[number];

export type OpenSidebarPage = (options?: {
  readonly width?: number;
  readonly height?: number;
  /** What the page remembered when it was shown before. */
  readonly remembered?: unknown;
  /** Whether it may draw diagrams, for which mermaid needs styles that nothing else does. */
  readonly diagrams?: boolean;
  /** In a frame below a field of the window, as it is in VS Code. `page` is the window. */
  readonly inWindow?: boolean;
  /** What it is shown at once; what it posts until then is forgotten. */
  readonly state?: HostState;
  /** Whether it is told to take the focus, too. */
  readonly focus?: boolean;
}) => Promise<SidebarPage>;

/** What the page is told; of states, the part that the page gets. */
type ToldToPage = Exclude<ToPage, { type: 'state' }> | { readonly type: 'state'; readonly state: HostState };

export interface SidebarPage {
  readonly page: Page;
  tell(...messages: readonly ToldToPage[]): Promise<void>;
  show(state: HostState): Promise<void>;
  play(...events: readonly ConverseEvent[]): Promise<void>;
  /** Presses one key after the other. */
  press(...keys: readonly string[]): Promise<void>;
  /** What the page posted since the last time somebody asked, without what it reads and that it has the focus. */
  posts(): Promise<readonly FromPage[]>;
  remembered(): Promise<unknown>;
  /** Resolves when what was last done has been drawn. */
  settled(): Promise<void>;
  /** Changes the theme under the page, as VS Code does. A page opens in the dark one. */
  changeTheme(theme: Theme): Promise<void>;
  /** Findings of axe-core that are serious or critical: all that it looks for, or what depends on the theme only. */
  accessibilityFindings(about?: 'all' | 'colors'): Promise<readonly string[]>;
  screenshot(name: string): Promise<void>;
}

const root = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * Opens a page for the tests of a `describe`, and after each of them looks for what its page was forbidden by the
 * content policy, and for what went wrong in it.
 *
 * @returns loads the page anew
 */
export function sidebarPages(): OpenSidebarPage {
  let browser: SidebarBrowser;

  before(async () => {
    browser = await openPage(await sharedBrowser());
  });

  after(() => browser?.close());

  afterEach(async () => {
    const violations = await browser.page.evaluate(() => window.converserDouble.violations);
    assert.deepEqual([...browser.faults.splice(0), ...violations], []);
  });

  return async ({
    width = 320,
    height = 720,
    remembered,
    diagrams,
    inWindow = false,
    state,
    focus = false,
  } = {}) => {
    const { page } = browser;
    await page.setViewportSize({ width, height });
    const wanted = diagrams ? '?diagrams' : '';
    const query =
      remembered === undefined ? wanted : `?remembered=${encodeURIComponent(JSON.stringify(remembered))}`;
    await browser.load(`${inWindow ? 'window' : ''}${query}`);
    const frame = inWindow ? page.frame('sidebar') : page.mainFrame();
    if (frame === null) throw new Error('The window shows no sidebar.');
    const sidebar = drive(browser, frame);
    if (state === undefined) return sidebar;
    await sidebar.tell({ type: 'state', state }, ...(focus ? [{ type: 'focus' } as const] : []));
    await sidebar.posts();
    return sidebar;
  };
}

function drive({ page, hostedBy }: SidebarBrowser, frame: Frame): SidebarPage {
  const host = stateHost();
  hostedBy(host.answer);
  const settled = () =>
    frame.evaluate(async () => {
      for (let frames = 0; frames < 3; frames++) {
        await new Promise(requestAnimationFrame);
        if (window.converserDouble.reads > 0) frames = 0;
      }
    });
  const tell = async (...told: readonly ToldToPage[]) => {
    const messages = told.map(message =>
      message.type === 'state' ? { ...message, state: host.shown(message.state) } : message,
    );
    await frame.evaluate(post, messages as unknown);
    await settled();
  };
  return {
    page,
    tell,
    show: state => tell({ type: 'state', state }),
    play: (...events) => tell(...events.map(event => ({ type: 'event' as const, event }))),
    async press(...keys) {
      for (const key of keys) await page.keyboard.press(key);
    },
    posts: async () => (await frame.evaluate(takePosts)) as readonly FromPage[],
    settled,
    remembered: () => frame.evaluate(() => window.converserDouble.state),
    async changeTheme(theme) {
      await frame.evaluate(name => {
        document.documentElement.className = `theme-${name}`;
        document.body.className = `vscode-body vscode-${name}`;
      }, theme);
      await settled();
    },
    accessibilityFindings: about => findSerious(page, about),
    async screenshot(name) {
      await settled();
      await page.screenshot({ path: path.join(root, '.screenshots', 'sidebar-page', `${name}.png`) });
    },
  };
}

async function findSerious(page: Page, about: 'all' | 'colors' = 'all'): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate(
    only => window.axe.run(document, { resultTypes: ['violations'], ...only }),
    about === 'colors' ? { runOnly: ['color-contrast', 'link-in-text-block'] } : {},
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) => `${id}: ${nodes.map(node => `${node.html} ${node.failureSummary}`).join('\n  ')}`,
    );
}

/**
 * Runs in the page, and resolves when the page has received them all: on a busy machine frames may be drawn before.
 * What is posted is `unknown`, because Playwright's types do not end on recursive ones.
 */
async function post(messages: unknown): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let awaited = (messages as readonly unknown[]).length;
  const count = () => --awaited > 0 || resolve();
  window.addEventListener('message', count);
  for (const message of messages as readonly unknown[]) window.postMessage(message);
  await promise;
  window.removeEventListener('message', count);
}

function takePosts(): readonly unknown[] {
  return window.converserDouble.posts.splice(0);
}

export async function textOf(place: Locator): Promise<string> {
  return (await place.textContent()) ?? '';
}

/** Fails unless an element says this. */
export async function says(place: Locator, wanted: RegExp): Promise<void> {
  assert.match(await textOf(place), wanted);
}

/** What screen readers are told. */
export function announced(page: Page): Promise<string> {
  return textOf(page.locator('[role=status]'));
}
