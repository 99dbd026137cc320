import { type Browser, chromium } from 'playwright-core';
import { chromiumArguments, ensureChromium } from '../../workbench/chromium.ts';

export async function launchBrowser(): Promise<Browser> {
  return await chromium.launch({ executablePath: await ensureChromium(), args: [...chromiumArguments] });
}

let shared: Promise<Browser> | undefined;

/** One browser for all the tests of a process, each with pages of its own: to start it takes longer than most of them. */
export function sharedBrowser(): Promise<Browser> {
  shared ??= launchBrowser();
  return shared;
}

// A hook of all tests, because it stands outside of any `describe`. The benchmark, which has no hooks, closes its own.
if (typeof after === 'function') after(async () => void (await (await shared)?.close()));
