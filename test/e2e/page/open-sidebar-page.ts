/**
 * The sidebar's page in a real browser, under the content policy it has in VS Code, with a test double for what
 * VS Code gives a page: it keeps what the page posts, and plays what the extension would send.
 */

import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import axe from 'axe-core';
import { build } from 'esbuild';
import { chromium, type Frame, type Page } from 'playwright-core';
import { copyFormulaFonts, sidebarOptions } from '../../../esbuild.js';
import type { ConverseEvent } from '../../../src/converser/conversation/converse-event.ts';
import type { FromPage, ToPage } from '../../../src/sidebar/protocol.ts';
import { type HostState, stateHost } from '../../sidebar/sidebar-states.ts';
import { chromiumArguments, ensureChromium } from '../../workbench/chromium.ts';

export const themes = ['dark', 'light', 'high-contrast', 'high-contrast-light'] as const;
export type Theme = (typeof themes)[number];

export type OpenSidebarPage = (options?: {
  readonly width?: number;
  readonly height?: number;
  /** What the page remembered when it was shown before. */
  readonly remembered?: unknown;
  /** In a frame below a field of the window, as it is in VS Code. `page` is the window. */
  readonly inWindow?: boolean;
}) => Promise<SidebarPage>;

/** What the page is told; of states, the part that the page gets. */
type ToldToPage = Exclude<ToPage, { type: 'state' }> | { readonly type: 'state'; readonly state: HostState };

export interface SidebarPage {
  readonly page: Page;
  tell(...messages: readonly ToldToPage[]): Promise<void>;
  show(state: HostState): Promise<void>;
  play(...events: readonly ConverseEvent[]): Promise<void>;
  /** What the page posted since the last time somebody asked, without what it reads. */
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
const nonce = 'c2lkZWJhcg';

/**
 * Opens a browser for the tests of a `describe`, and after each of them looks for what its page was forbidden by the
 * content policy, and for what went wrong in it.
 *
 * @returns loads the page anew
 */
export function sidebarPages(): OpenSidebarPage {
  let browser: SidebarBrowser;

  before(async () => {
    browser = await launchSidebar();
  });

  after(() => browser?.close());

  afterEach(async () => {
    const violations = await browser.page.evaluate(() => window.converserDouble.violations);
    assert.deepEqual([...browser.faults.splice(0), ...violations], []);
  });

  return async ({ width = 320, height = 720, remembered, inWindow = false } = {}) => {
    const { page } = browser;
    await page.setViewportSize({ width, height });
    const query =
      remembered === undefined ? '' : `?remembered=${encodeURIComponent(JSON.stringify(remembered))}`;
    await browser.load(`${inWindow ? 'window' : ''}${query}`);
    const frame = inWindow ? page.frame('sidebar') : page.mainFrame();
    if (frame === null) throw new Error('The window shows no sidebar.');
    return drive(browser, frame);
  };
}

type Answer = (message: FromPage) => readonly ToPage[] | Promise<readonly ToPage[]>;

export interface SidebarBrowser {
  readonly page: Page;
  /** What went wrong in the page. */
  readonly faults: string[];
  /** Loads the page anew: what follows the address of the server. */
  load(address?: string): Promise<void>;
  /** Says who answers the page from now on. */
  hostedBy(answer: Answer): void;
  close(): Promise<void>;
}

/** A browser for the sidebar's page. `close` it. */
export async function launchSidebar(): Promise<SidebarBrowser> {
  const faults: string[] = [];
  const server = await serve(await bundleSidebar());
  const browser = await chromium.launch({
    executablePath: await ensureChromium(),
    args: [...chromiumArguments],
  });
  const page = await browser.newPage();
  await page.addInitScript(installDouble);
  noteFaults(page, { from: addressOf(server), faults });
  let answer: Answer = () => [];
  await page.exposeFunction('askHost', (message: FromPage) => answer(message));
  return {
    page,
    faults,
    hostedBy(host) {
      answer = host;
    },
    load: async (address = '') => void (await page.goto(`${addressOf(server)}${address}`)),
    async close() {
      await browser.close();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

function noteFaults(
  page: Page,
  { from, faults }: { readonly from: string; readonly faults: string[] },
): void {
  page.on('pageerror', error => faults.push(String(error)));
  page.on('console', message => {
    if (message.type() === 'error' || message.type() === 'warning') faults.push(message.text());
  });
  page.on('request', request => {
    const url = request.url();
    if (!url.startsWith(from) && !url.startsWith('data:')) faults.push(`fetched ${url}`);
  });
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

declare global {
  interface Window {
    /** `reads`: how often the page has asked to read something and has no answer. */
    converserDouble: { posts: unknown[]; reads: number; state: unknown; violations: string[] };
    acquireVsCodeApi: () => unknown;
    /** What the extension answers to a message of the page. */
    askHost: (message: unknown) => Promise<readonly unknown[]>;
    axe: typeof axe;
  }
}

/** Runs in the page. What is posted is `unknown`, because Playwright's types do not end on recursive ones. */
/** Resolves when the page has received them all: on a busy machine frames may be drawn before. */
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

/** Runs in the page, before its own script. */
function installDouble(): void {
  const remembered = new URLSearchParams(location.search).get('remembered');
  const double: Window['converserDouble'] = {
    posts: [],
    reads: 0,
    state: remembered === null ? undefined : JSON.parse(remembered),
    violations: [],
  };
  window.converserDouble = double;
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
    double.violations.push(`${violatedDirective} ${blockedURI} ${sample}`);
  });
  window.acquireVsCodeApi = () => ({
    postMessage(message: { readonly type: string }) {
      const isRead = message.type.startsWith('read-');
      if (isRead) double.reads++;
      else double.posts.push(structuredClone(message));
      void window.askHost(message).then(answers => {
        if (isRead) double.reads--;
        for (const answer of answers) window.postMessage(answer);
      });
    },
    getState: () => double.state,
    setState: (state: unknown) => {
      double.state = structuredClone(state);
    },
  });
}

/** The page's scripts as they ship, by their paths: `/dist/sidebar.js`, and what that loads on first use. */
export async function bundleSidebar(): Promise<ReadonlyMap<string, Uint8Array>> {
  const { outputFiles } = await build({
    ...sidebarOptions({ production: true }),
    entryPoints: { sidebar: path.join(root, 'src/sidebar/main.ts') },
    sourcemap: false,
    legalComments: 'none',
    write: false,
  });
  return new Map(
    outputFiles.map(({ path: file, contents }) => [`/${path.posix.relative(root, file)}`, contents]),
  );
}

function addressOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

async function serve(scripts: ReadonlyMap<string, Uint8Array>): Promise<Server> {
  const codicons = path.dirname(createRequire(import.meta.url).resolve('@vscode/codicons/dist/codicon.css'));
  const files: Readonly<Record<string, { readonly type: string; readonly body: Uint8Array }>> = {
    '/dist/codicon.css': { type: 'text/css', body: await readFile(path.join(codicons, 'codicon.css')) },
    '/dist/codicon.ttf': { type: 'font/ttf', body: await readFile(path.join(codicons, 'codicon.ttf')) },
    '/media/sidebar.css': { type: 'text/css', body: await readFile(path.join(root, 'media/sidebar.css')) },
    '/media/answers.css': { type: 'text/css', body: await readFile(path.join(root, 'media/answers.css')) },
    '/themes.css': {
      type: 'text/css',
      body: await readFile(path.join(root, 'test/fixtures/sidebar/themes.css')),
    },
  };
  const built = await mkdtemp(path.join(tmpdir(), 'converser-page-'));
  await copyFormulaFonts(built);
  const server = createServer(async ({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    const formulaFile = /^\/dist\/(katex\/(?:fonts\/)?[\w.-]+)$/.exec(pathname)?.[1];
    if (formulaFile !== undefined) {
      const type = formulaFile.endsWith('.css') ? 'text/css' : 'font/woff2';
      response.setHeader('content-type', type).end(await readFile(path.join(built, formulaFile)));
      return;
    }
    const file = files[pathname];
    const script = scripts.get(pathname);
    if (pathname === '/') response.setHeader('content-type', 'text/html').end(pageHtml);
    else if (pathname === '/window') response.setHeader('content-type', 'text/html').end(windowHtml);
    else if (script !== undefined) response.setHeader('content-type', 'text/javascript').end(script);
    else if (file !== undefined) response.setHeader('content-type', file.type).end(file.body);
    else response.writeHead(404).end();
  });
  server.on('close', () => rm(built, { recursive: true, force: true }));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** As `src/vscode/sidebar/sidebar-html.ts` writes it, with a policy that is stricter in that styles need no nonce. */
const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'self'; font-src 'self'; img-src data:`;
const pageHtml = `<!DOCTYPE html>
<html lang="en" class="theme-dark">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="${policy}">
    <title>Converser</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/themes.css">
    <link rel="stylesheet" id="vscode-codicon-stylesheet" href="/dist/codicon.css">
    <link rel="stylesheet" href="/media/sidebar.css">
    <link rel="stylesheet" href="/media/answers.css">
  </head>
  <body class="vscode-body vscode-dark">
    <converser-sidebar></converser-sidebar>
    <script type="module" nonce="${nonce}" src="/dist/sidebar.js"></script>
  </body>
</html>`;

const windowHtml = `<!DOCTYPE html>
<html lang="en">
  <head><title>Window</title><link rel="icon" href="data:,"></head>
  <body><input aria-label="Palette"><iframe name="sidebar" src="/" width="300" height="600"></iframe></body>
</html>`;
