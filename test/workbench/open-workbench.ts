/**
 * A real VS Code with Converser in it, in a real browser, for tests and for whoever wants to look. `page` is Playwright's
 * page with VS Code on it, ready for use: extensions are loaded, though one may still be activating. `folder` is the
 * workspace, a fresh copy of test/fixtures/workspace unless another folder was named.
 */

import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { chromiumArguments, ensureChromium } from './chromium.ts';
import { installedExtension } from './install-extension.ts';
import { handDownPackage } from './package-extension.ts';
import { removeFolder } from './remove-folder.ts';
import { makeSampleWorkspace } from './sample-workspace.ts';
import { type ServeOptions, serveWorkbench } from './serve-workbench.ts';

/** Names of settings and of the page's classes. */
const themes = {
  light: { setting: 'Default Light Modern', is: 'vs' },
  'high-contrast-light': { setting: 'Default High Contrast Light', is: 'hc-light' },
  'high-contrast': { setting: 'Default High Contrast', is: 'hc-black' },
  dark: { setting: 'Default Dark Modern', is: 'vs-dark' },
} as const;

export type Theme = keyof typeof themes;

export type OpenOptions = ServeOptions & {
  /** The folder to open; a fresh copy of the sample workspace when left out. */
  readonly folder?: string;
  readonly size?: { readonly width: number; readonly height: number };
  /** Shows the browser's window, for a person to look at or use. */
  readonly visible?: boolean;
  /** Draws nothing, which saves a fifth of the time: for tests that look at no page. */
  readonly blank?: boolean;
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
  /** The folders in which VS Code and the browser keep what they remember. */
  readonly kept: readonly string[];
  /** The version of the server that is being used, for example "4.139.1". */
  readonly version: string;
  /** Does something in each theme, at last in the dark one, in which a workbench opens. */
  inEachTheme(look: (theme: Theme) => Promise<void>): Promise<void>;
  /** Ends the browser and the server, and removes everything that they wrote. */
  close(): Promise<void>;
};

const themeSetting = 'workbench.colorTheme';

/** No test needs VS Code's own checks of TypeScript, which take seconds of each window. A person may. */
const withoutTypes = {
  'typescript.disableAutomaticTypeAcquisition': true,
  'typescript.tsserver.useSyntaxServer': 'always',
};

/** Installs what every workbench needs and this machine lacks. */
export async function prepareWorkbenches(): Promise<void> {
  await ensureChromium();
  await handDownPackage();
  await installedExtension();
}

export async function openWorkbench(options: OpenOptions = {}): Promise<Workbench> {
  const opened: (() => Promise<void>)[] = [];
  // What was opened last may depend on what was opened before it, so it is closed first.
  const close = async () => {
    for (let undo = opened.pop(); undo; undo = opened.pop()) await undo();
  };
  try {
    const folder = options.folder ?? (await sampleFolder(opened));
    const settings = {
      [themeSetting]: themes.dark.setting,
      ...(options.visible ? {} : withoutTypes),
      ...options.settings,
    };
    const server = await serveWorkbench({ ...options, settings });
    opened.push(() => server.close());
    const profile = await browserProfile(options, opened);
    const context = await openBrowser(profile, options, opened);
    const page = context.pages()[0] ?? (await context.newPage());
    await listenToTests(page, options);
    if (!options.visible) await page.addInitScript(addStyle, turnSpinnersOnce);
    if (options.blank) await page.addInitScript(addStyle, drawNothing);
    const { extensionTests, inspect } = options;
    await page.goto(server.address(folder, { extensionTests, inspect }));
    await extensionsLoaded(page);
    const inEachTheme: Workbench['inEachTheme'] = async look => {
      for (const theme of Object.keys(themes) as Theme[]) {
        await server.changeSettings({ [themeSetting]: themes[theme].setting });
        await page.locator(`.monaco-workbench.${themes[theme].is}`).waitFor();
        await look(theme);
      }
    };
    const kept = [server.data, profile];
    return { page, context, folder, kept, version: server.version, inEachTheme, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Without a graphics card, each frame of a spinner costs as much as drawing the whole window. */
const turnSpinnersOnce = '*, ::before, ::after { animation-iteration-count: 1 !important; }';

/** Everything keeps its place and can have the focus. */
const drawNothing = 'body { opacity: 0; }';

/** Runs in the page. */
function addStyle(rules: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  document.adoptedStyleSheets.push(sheet);
}

async function sampleFolder(opened: (() => Promise<void>)[]): Promise<string> {
  const sample = await makeSampleWorkspace();
  opened.push(() => sample.remove());
  return sample.folder;
}

async function openBrowser(
  profile: string,
  options: OpenOptions,
  opened: (() => Promise<void>)[],
): Promise<BrowserContext> {
  const executablePath = await ensureChromium();
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    headless: !options.visible,
    viewport: options.visible ? null : (options.size ?? { width: 1280, height: 800 }),
    // VS Code copies and pastes through the browser's clipboard, for which a person would be asked.
    permissions: ['clipboard-read', 'clipboard-write'],
    args: [...chromiumArguments, ...namesFor(options.namesOfThisMachine ?? [])],
  });
  opened.push(() => context.close());
  // A busy machine is no failure: what is waited for may take as long as a test may.
  context.setDefaultTimeout(180_000);
  return context;
}

async function browserProfile({ data }: OpenOptions, opened: (() => Promise<void>)[]): Promise<string> {
  if (data !== undefined) return path.join(data, 'browser');
  const profile = await mkdtemp(path.join(tmpdir(), 'converser-browser-'));
  opened.push(() => removeFolder(profile));
  return profile;
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
  await page.locator('.monaco-workbench').waitFor();
  await page.waitForFunction(() => performance.getEntriesByName('code/didLoadExtensions').length > 0);
}
