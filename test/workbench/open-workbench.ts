/**
 * A real VS Code with Converser in it, in a real browser, for tests and for whoever wants to look.
 *
 *     const workbench = await openWorkbench({ theme: 'dark', settings: { 'converser.roundLimit': 3 } });
 *     await runCommand(workbench.page, 'Converser: New Conversation');
 *     await workbench.close();
 *
 * `workbench.page` is Playwright's page with VS Code on it, ready for use: extensions are loaded, though an
 * extension may still be activating. `workbench.folder` is the workspace, a fresh copy of
 * test/fixtures/workspace unless another folder was named. See `workbench-actions.ts` for what one does there.
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { chromiumArguments, ensureChromium } from './chromium.ts';
import { ensureCodeServer } from './code-server.ts';
import { makeSampleWorkspace } from './sample-workspace.ts';
import { type ServeOptions, serveWorkbench } from './serve-workbench.ts';
import { stageExtension } from './stage-extension.ts';

const themes = {
  light: 'Default Light Modern',
  dark: 'Default Dark Modern',
  'high-contrast': 'Default High Contrast',
} as const;

export type OpenOptions = Partial<ServeOptions> & {
  /** The folder to open; a fresh copy of the sample workspace when left out. */
  readonly folder?: string;
  readonly theme?: keyof typeof themes;
  readonly size?: { readonly width: number; readonly height: number };
  /** Shows the browser's window, for a person to look at or use. */
  readonly visible?: boolean;
  /** A module of the extension's that exports `run()`; VS Code runs it instead of waiting for a person. */
  readonly extensionTests?: string;
  /** Names under which the browser finds this machine, as it would find a server out there. */
  readonly namesOfThisMachine?: readonly string[];
  /** Makes the extension host wait for a debugger, on `inspectPort`. */
  readonly inspect?: boolean;
  /** Receives what the extension host writes to its console, while tests run in it. */
  readonly onLog?: (line: string) => void;
  /** Receives the exit code of the tests that ran in the extension host. */
  readonly onExit?: (code: number) => void;
};

export type Workbench = {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly folder: string;
  /** The version of the server that is being used, for example "4.139.1". */
  readonly version: string;
  /** Ends the browser and the server, and removes everything that they wrote. */
  close(): Promise<void>;
};

/** Installs what every workbench needs and this machine lacks. */
export async function prepareWorkbenches(): Promise<void> {
  await ensureCodeServer();
  await ensureChromium();
}

export async function openWorkbench(options: OpenOptions = {}): Promise<Workbench> {
  const opened: (() => Promise<void>)[] = [];
  // What was opened last may depend on what was opened before it, so it is closed first.
  const close = async () => {
    for (let undo = opened.pop(); undo; undo = opened.pop()) await undo();
  };
  try {
    const folder = options.folder ?? (await sampleFolder(opened));
    const extension = options.extension ?? (await stagedExtension(opened));
    const settings = {
      'workbench.colorTheme': themes[options.theme ?? 'dark'],
      ...options.settings,
    };
    const server = await serveWorkbench({ ...options, extension, settings });
    opened.push(() => server.close());
    const context = await openBrowser(options, opened);
    const page = context.pages()[0] ?? (await context.newPage());
    await listenToTests(page, options);
    const { extensionTests, inspect } = options;
    await page.goto(server.address(folder, { extensionTests, inspect }));
    await extensionsLoaded(page);
    return { page, context, folder, version: server.version, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function sampleFolder(opened: (() => Promise<void>)[]): Promise<string> {
  const sample = await makeSampleWorkspace();
  opened.push(() => sample.remove());
  return sample.folder;
}

async function stagedExtension(opened: (() => Promise<void>)[]): Promise<string> {
  const staged = await stageExtension();
  opened.push(() => staged.remove());
  return staged.folder;
}

async function openBrowser(options: OpenOptions, opened: (() => Promise<void>)[]): Promise<BrowserContext> {
  const executablePath = await ensureChromium();
  const profile = await mkdtemp(path.join(tmpdir(), 'converser-browser-'));
  opened.push(() =>
    rm(profile, {
      recursive: true,
      force: true,
      maxRetries: 5,
      retryDelay: 100,
    }),
  );
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    headless: !options.visible,
    viewport: options.visible ? null : (options.size ?? { width: 1280, height: 800 }),
    // VS Code copies and pastes through the browser's clipboard, for which a person would be asked.
    permissions: ['clipboard-read', 'clipboard-write'],
    args: [...chromiumArguments, ...namesFor(options.namesOfThisMachine ?? [])],
  });
  opened.push(() => context.close());
  return context;
}

function namesFor(names: readonly string[]): readonly string[] {
  const rules = names.map(name => `MAP ${name} 127.0.0.1`).join(', ');
  return rules === '' ? [] : [`--host-resolver-rules=${rules}`];
}

/** VS Code calls these two functions of the page when it was started to run tests. */
async function listenToTests(page: Page, { onLog, onExit }: OpenOptions): Promise<void> {
  if (onLog) {
    await page.exposeFunction('codeAutomationLog', (_type: string, parts: unknown[]) =>
      onLog(parts.join(' ')),
    );
  }
  if (onExit) await page.exposeFunction('codeAutomationExit', onExit);
}

async function extensionsLoaded(page: Page): Promise<void> {
  await page.locator('.monaco-workbench').waitFor({ timeout: 60_000 });
  await page.waitForFunction(
    () => performance.getEntriesByName('code/didLoadExtensions').length > 0,
    undefined,
    {
      timeout: 60_000,
    },
  );
}
