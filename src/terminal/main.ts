import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { text } from '../converser/content.ts';
import { createConversation } from '../converser/conversation.ts';
import { converse } from '../converser/converse.ts';
import type { Outcome } from '../converser/converse-event.ts';
import { modelReference } from '../converser/model-roster.ts';
import { supervisorText } from '../converser/supervisor.ts';
import { readCommandLine, type TerminalOptions, usage } from './options.ts';
import { createJsonRenderer, createTextRenderer } from './render-events.ts';
import { stopSignal } from './stop-signal.ts';
import { createTerminalApprover } from './terminal-approver.ts';
import { createTerminalHost } from './terminal-host.ts';

/** `npm run converse`: the whole of Converser without an editor. */
async function main(): Promise<number> {
  const commandLine = readCommandLine(process.argv.slice(2));
  switch (commandLine.kind) {
    case 'help':
      process.stdout.write(usage);
      return 0;
    case 'version':
      process.stdout.write(`${await version()}\n`);
      return 0;
    case 'wrong':
      return wrong(commandLine.message);
    case 'converse': {
      const options = withAbsoluteFolders(commandLine.options);
      const missing = await missingFolder([...options.roots, ...options.ensembles]);
      return missing === undefined ? run(options) : wrong(`There is no folder ${missing}.`);
    }
  }
}

async function run(options: TerminalOptions): Promise<number> {
  const stop = stopSignal();
  const { buildHouse } = await import('./build-house.ts');
  const host = createTerminalHost(createTerminalApprover(options.allow));
  const house = await buildHouse(options, host);
  try {
    const model = await house.models.find(options.model, stop.signal);
    if (model === undefined) {
      const known = (await house.models.models(stop.signal)).map(modelReference);
      return wrong(`There is no model ${options.model}. There are: ${known.join(', ')}.`);
    }
    const question = options.question === '-' ? await readAll(process.stdin) : options.question;
    const render = (options.json ? createJsonRenderer : createTextRenderer)(process);
    let outcome: Outcome = 'failed';
    const turn = converse(
      createConversation(host.ids.next('conversation')),
      { content: [text(question)] },
      { ...house, model, signal: stop.signal, supervisor: supervisorText({ roots: house.rootNames }) },
    );
    for await (const event of turn) {
      if (event.type === 'turn-end') outcome = event.outcome;
      await render(event);
    }
    return stop.exitCode() ?? (outcome === 'final' ? 0 : 1);
  } finally {
    await house.dispose();
  }
}

function wrong(message: string): number {
  process.stderr.write(`converse: ${message}\n`);
  return 2;
}

/** npm starts its scripts in the package's folder, but what was typed is meant where it was typed. */
function withAbsoluteFolders(options: TerminalOptions): TerminalOptions {
  const { INIT_CWD, npm_lifecycle_event: script } = process.env;
  const here = script === 'converse' && INIT_CWD !== undefined ? INIT_CWD : process.cwd();
  const absolute = (folder: string) => path.resolve(here, folder);
  return { ...options, roots: options.roots.map(absolute), ensembles: options.ensembles.map(absolute) };
}

async function missingFolder(folders: readonly string[]): Promise<string | undefined> {
  for (const folder of folders) {
    const found = await stat(folder).catch(() => undefined);
    if (!found?.isDirectory()) return folder;
  }
  return undefined;
}

async function version(): Promise<string> {
  const manifest = await readFile(path.join(import.meta.dirname, '..', '..', 'package.json'), 'utf8');
  return (JSON.parse(manifest) as { readonly version: string }).version;
}

/** What was written may still be on its way into a pipe. */
function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise(resolve => {
    if (stream.destroyed) resolve();
    else stream.write('', () => resolve());
  });
}

const code = await main();
await Promise.all([process.stdout, process.stderr].map(flushed));
process.exit(code);
