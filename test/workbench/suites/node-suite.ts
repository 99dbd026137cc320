import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { themesVariable } from '../all-themes.ts';
import { prepareWorkbenches } from '../open-workbench.ts';
import { bundledPrograms, bundlePrograms } from './bundled-programs.ts';
import type { Print } from './print-in-order.ts';
import { runVariable } from './run-mocha.ts';
import { runProgram } from './run-program.ts';
import { noteDurations, shareOut } from './share-out.ts';
import { countTests, findTests, root, type Suite, testLimit } from './suite.ts';
import { died, type Tally } from './tally.ts';

/** Milliseconds for all the tests of a process. */
const shareLimit = 40 * 60_000;

const program = fileURLToPath(new URL('mocha-in-node.ts', import.meta.url));

type NodeSuite = {
  readonly name: string;
  readonly about: string;
  readonly pattern: string;
  readonly except?: readonly string[];
  /** Processes that share the files. More than run at once: the short ones at the end even them out. */
  readonly processes: number;
  prepare?(): Promise<void>;
  /** Set for its processes. */
  readonly environment?: Readonly<Record<string, string>>;
};

const withPrograms = { prepare: bundlePrograms, environment: bundledPrograms };

/** The tests that start the program of the terminal, three hundred times in all: they run only if you name them. */
const ofTerminal = 'test/{terminal/*,gateway/mcp/stdio}.test.ts';

/** Three hundred tests that start MCP servers, in all their ways to start, to fail and to ask: only if you name them. */
const ofServers =
  'test/ensembles/mcp/{connection/{transports,log-levels},misbehaviour/*,ensemble/readiness,elicitation/questions-of-servers}.test.ts';

/** Everything that needs neither VS Code nor a browser. */
export const unitSuite = nodeSuite({
  name: 'unit',
  about: 'mocha in Node',
  pattern: 'test/**/*.test.ts',
  except: [
    'test/{vscode,e2e,clients,foreign,soak,workbench}/**',
    'test/guide-mcp.test.ts',
    ofServers,
    ofTerminal,
  ],
  processes: 4,
  ...withPrograms,
});

/** The program of the terminal as a person or another program meets it: in a process of its own, by its output. */
export const terminalSuite = nodeSuite({
  name: 'terminal',
  about: 'the program of the terminal, in processes of its own',
  pattern: ofTerminal,
  processes: 3,
  ...withPrograms,
});

/** MCP servers on every transport, those that misbehave, start slowly or ask included. */
export const serversSuite = nodeSuite({
  name: 'servers',
  about: 'MCP servers, in processes of their own',
  pattern: ofServers,
  processes: 3,
  ...withPrograms,
});

/** What only shows in long runs: it kills a program a thousand times, and runs only if you name it. */
export const soakSuite = nodeSuite({
  name: 'soak',
  about: 'long runs',
  pattern: 'test/soak/*.test.ts',
  processes: 1,
});

/** MCP servers of others, of some 40 MB each. */
export const foreignSuite = nodeSuite({
  name: 'foreign',
  about: 'MCP servers from npm as ensembles',
  pattern: 'test/foreign/*.test.ts',
  processes: 1,
});

/** Programs of others, of some 400 MB each, which use models through the gateway. */
export const programsSuite = nodeSuite({
  name: 'clients',
  about: 'programs from npm in front of the gateway',
  pattern: 'test/clients/*.test.ts',
  processes: 1,
});

/** Drives a browser from outside: with VS Code in it, and with the pages of Converser alone. */
export const browserSuite = nodeSuite({
  name: 'e2e',
  about: 'mocha in Node, driving VS Code in Chromium',
  pattern: 'test/e2e/{everyday,page}/*.test.ts',
  processes: 3,
  prepare: prepareWorkbenches,
});

/** Two more windows of VS Code, in which models answer that scripted servers play: they run only if you name them. */
export const modelsSuite = nodeSuite({
  name: 'models',
  about: 'models of providers in VS Code, by keyboard',
  pattern: 'test/e2e/{models,chat}/*.test.ts',
  processes: 2,
  prepare: prepareWorkbenches,
});

/** The windows of VS Code in which no other extension plays a part. */
export const oldestWindowsSuite = nodeSuite({
  name: 'oldest',
  about: 'windows of VS Code, by keyboard',
  pattern: 'test/e2e/{everyday,models}/*.test.ts',
  processes: 2,
});

/** Screenshots of every scene of the sidebar's page, and what axe-core finds, in all themes: only if you name it. */
export const looksSuite = nodeSuite({
  name: 'looks',
  about: 'how the sidebar’s page looks, in all themes',
  pattern: 'test/e2e/looks/*.test.ts',
  processes: 1,
});

/** The part of the `mcp` suite that drives a browser or the terminal. */
export const mcpServersSuite = nodeSuite({
  name: 'mcp',
  about: 'MCP servers from outside',
  pattern: 'test/{e2e/mcp/*,guide-mcp}.test.ts',
  processes: 1,
  prepare: prepareWorkbenches,
});

function nodeSuite({ prepare, environment = {}, ...suite }: NodeSuite): Suite {
  return {
    ...suite,
    ...(prepare ? { prepare } : {}),
    async jobs({ grep, themes }) {
      const files = await findTests(suite.pattern, { except: suite.except ?? [] });
      const ofRun = { ...environment, ...(themes ? { [themesVariable]: 'all' } : {}) };
      // A few tests are found soonest by a single process.
      const shares = await shareOut(files, grep ? 1 : suite.processes);
      return shares.map(share => print => runShare({ files: share, grep, environment: ofRun, print }));
    },
  };
}

/** A process of many files, by its first. */
function nameOf([first = '', ...others]: readonly string[]): string {
  return `${path.relative(root, first)} and ${others.length} more files`;
}

interface Share {
  readonly files: readonly string[];
  readonly grep: string | undefined;
  readonly environment: Readonly<Record<string, string>>;
  readonly print: Print;
}

async function runShare({ files, grep, environment, print }: Share): Promise<Tally> {
  const report = await countTests({ files, grep, timeout: testLimit }, async run => {
    const env = { ...environment, [runVariable]: JSON.stringify(run) };
    const command = [process.execPath, '--disable-warning=ExperimentalWarning', program] as const;
    await runProgram(command, { env, timeout: shareLimit, print });
  });
  if (report === undefined) return died(nameOf(files), 'it ended before it had counted its tests');
  if (!grep) await noteDurations(report.durations);
  return report.tally;
}
