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
  readonly pattern: string;
  readonly except?: readonly string[];
  /**
   * Processes that share the files, by default one. More than run at once: the short ones at the end even them out, and
   * a small process starts others in a tenth of the time that a large one takes.
   */
  readonly processes?: number;
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

export const unitSuite = nodeSuite('unit', 'mocha in Node', {
  pattern: 'test/**/*.test.ts',
  except: [
    'test/{vscode,e2e,clients,foreign,soak,workbench}/**',
    'test/guide-mcp.test.ts',
    ofServers,
    ofTerminal,
  ],
  processes: 16,
  ...withPrograms,
});

export const terminalSuite = nodeSuite('terminal', 'the program of the terminal, in processes of its own', {
  pattern: ofTerminal,
  processes: 3,
  ...withPrograms,
});

export const serversSuite = nodeSuite('servers', 'MCP servers, in processes of their own', {
  pattern: ofServers,
  processes: 3,
  ...withPrograms,
});

/** What only shows in long runs: it kills a program a thousand times, and runs only if you name it. */
export const soakSuite = nodeSuite('soak', 'long runs', {
  pattern: 'test/soak/*.test.ts',
});

export const foreignSuite = nodeSuite('foreign', 'MCP servers from npm as ensembles', {
  pattern: 'test/foreign/*.test.ts',
});

export const programsSuite = nodeSuite('clients', 'programs from npm in front of the gateway', {
  pattern: 'test/clients/*.test.ts',
});

export const browserSuite = nodeSuite('e2e', 'mocha in Node, driving VS Code in Chromium', {
  pattern: 'test/e2e/{everyday,page}/*.test.ts',
  processes: 3,
  prepare: prepareWorkbenches,
});

/** Two more windows of VS Code, in which models answer that scripted servers play: they run only if you name them. */
export const modelsSuite = nodeSuite('models', 'models of providers in VS Code, by keyboard', {
  pattern: 'test/e2e/{models,chat}/*.test.ts',
  processes: 2,
  prepare: prepareWorkbenches,
});

/** The windows of VS Code in which no other extension plays a part. */
export const oldestWindowsSuite = nodeSuite('oldest', 'windows of VS Code, by keyboard', {
  pattern: 'test/e2e/{everyday,models}/*.test.ts',
  processes: 2,
});

/** Screenshots of every scene of the sidebar's page, and what axe-core finds, in all themes: only if you name it. */
export const looksSuite = nodeSuite('looks', 'how the sidebar’s page looks, in all themes', {
  pattern: 'test/e2e/looks/*.test.ts',
});

/** The part of the `mcp` suite that drives a browser or the terminal. */
export const mcpServersSuite = nodeSuite('mcp', 'MCP servers from outside', {
  pattern: 'test/{e2e/mcp/*,guide-mcp}.test.ts',
  prepare: prepareWorkbenches,
});

function nodeSuite(
  name: string,
  about: string,
  { prepare, environment = {}, pattern, except = [], processes = 1 }: NodeSuite,
): Suite {
  return {
    name,
    about,
    ...(prepare ? { prepare } : {}),
    async jobs({ grep, themes }) {
      const files = await findTests(pattern, { except });
      const ofRun = { ...environment, ...(themes ? { [themesVariable]: 'all' } : {}) };
      // A few tests are found soonest by a single process.
      const shares = await shareOut(files, grep ? 1 : processes);
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

/** In megabytes: the more garbage waits to be collected, the longer it takes to start a program. */
const small = '--max-semi-space-size=4';

async function runShare({ files, grep, environment, print }: Share): Promise<Tally> {
  const report = await countTests({ files, grep, timeout: testLimit }, async run => {
    const env = { ...environment, [runVariable]: JSON.stringify(run) };
    const command = [process.execPath, '--disable-warning=ExperimentalWarning', small, program] as const;
    await runProgram(command, { env, timeout: shareLimit, print });
  });
  if (report === undefined) return died(nameOf(files), 'it ended before it had counted its tests');
  if (!grep) await noteDurations(report.durations);
  return report.tally;
}
