/** The program that runs the unit tests, and those that drive a browser, in a process of their own. */

import { runMocha } from './run-mocha.ts';

const { failures } = await runMocha();
process.exitCode = failures.length === 0 ? 0 : 1;

// A test that leaves a timer or a socket open would keep this process alive: it is told, and not waited for.
setTimeout(() => {
  console.error(
    `Ended by force: still open were ${[...new Set(process.getActiveResourcesInfo())].join(', ')}.`,
  );
  process.exit();
}, 5_000).unref();
