/** A browser with the page of the sidebar, served as VS Code would, and a test double for what VS Code gives a page. */

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type axe from 'axe-core';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { copyFormulaFonts, sidebarOptions } from '../../../esbuild.js';
import type { FromPage, ToPage } from '../../../src/sidebar/protocol.ts';
import { launchBrowser } from './shared-browser.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const nonce = 'c2lkZWJhcg';

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
  const browser = await launchBrowser();
  const sidebar = await openPage(browser);
  return {
    ...sidebar,
    async close() {
      await sidebar.close();
      await browser.close();
    },
  };
}

/** A page in a browser that others use, too. Its `close` leaves the browser open. */
export async function openPage(browser: Browser): Promise<SidebarBrowser> {
  const faults: string[] = [];
  const server = await serve(await bundleSidebar());
  const context = await browser.newContext();
  const page = await context.newPage();
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
      await context.close();
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
      else if (message.type !== 'focused') double.posts.push(structuredClone(message));
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
export function bundleSidebar(): Promise<ReadonlyMap<string, Uint8Array>> {
  bundled ??= buildSidebar();
  return bundled;
}

let bundled: Promise<ReadonlyMap<string, Uint8Array>> | undefined;

async function buildSidebar(): Promise<ReadonlyMap<string, Uint8Array>> {
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
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    const formulaFile = /^\/dist\/(katex\/(?:fonts\/)?[\w.-]+)$/.exec(pathname)?.[1];
    if (formulaFile !== undefined) {
      const type = formulaFile.endsWith('.css') ? 'text/css' : 'font/woff2';
      response.setHeader('content-type', type).end(await readFile(path.join(built, formulaFile)));
      return;
    }
    const file = files[pathname];
    const script = scripts.get(pathname);
    if (pathname === '/') response.setHeader('content-type', 'text/html').end(pageFor(searchParams));
    else if (pathname === '/window') response.setHeader('content-type', 'text/html').end(windowHtml);
    else if (script !== undefined) response.setHeader('content-type', 'text/javascript').end(script);
    else if (file !== undefined) response.setHeader('content-type', file.type).end(file.body);
    else response.writeHead(404).end();
  });
  server.on('close', () => rm(built, { recursive: true, force: true }));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** As the extension writes it, with a policy that is stricter: only pages that draw diagrams need styles of elements. */
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

function pageFor(query: URLSearchParams): string {
  return query.has('diagrams')
    ? pageHtml.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
    : pageHtml;
}

const windowHtml = `<!DOCTYPE html>
<html lang="en">
  <head><title>Window</title><link rel="icon" href="data:,"></head>
  <body><input aria-label="Palette"><iframe name="sidebar" src="/" width="300" height="600"></iframe></body>
</html>`;
