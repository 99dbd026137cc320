import { createWriteStream } from 'node:fs';
import { openWorkbench } from '../open-workbench.ts';
import { mark } from './run-mocha.ts';
import type { VscodeRun } from './vscode-suite.ts';

/** Without a word from the tests for this long, they hang, or the extension host is gone. */
const silenceLimit = 300_000;

/**
 * Runs tests in VS Code's server with a browser as its screen, until they end or nothing happens any more.
 *
 * All that VS Code says goes to a file; what Mocha says in between is shown as well.
 */
export async function inServer(run: VscodeRun): Promise<void> {
  const { promise: ended, resolve: end } = Promise.withResolvers<string>();
  const log = createWriteStream(run.log);
  let alarm: NodeJS.Timeout | undefined;
  const workbench = await openWorkbench({
    ...run,
    blank: true,
    onLog: line => {
      log.write(`${line}\n`);
      if (!line.startsWith(mark)) return;
      alarm?.refresh();
      run.print(`${line.slice(mark.length)}\n`);
    },
    onExit: () => end(''),
  });
  workbench.page.once('crash', () => end('lost its page'));
  if (!run.inspect) alarm = setTimeout(end, silenceLimit, `was silent for ${silenceLimit / 1000} s`);
  const trouble = await ended;
  clearTimeout(alarm);
  if (trouble) run.print(`  VS Code ${trouble}. What it said is in ${run.log}\n`);
  await workbench.close();
  log.end();
}
