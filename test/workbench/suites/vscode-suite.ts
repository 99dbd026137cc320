import path from 'node:path';
import { build } from 'esbuild';
import { prepareWorkbenches } from '../open-workbench.ts';
import { makeSampleWorkspace } from '../sample-workspace.ts';
import { stageTests } from '../stage-extension.ts';
import { inDesktop } from './in-desktop.ts';
import { inServer } from './in-server.ts';
import type { Print } from './print-in-order.ts';
import { runVariable } from './run-mocha.ts';
import { countTests, findTests, type Job, root, type Suite, type SuiteOptions, testLimit } from './suite.ts';
import { died, nothingRan, type Tally } from './tally.ts';

export type VscodeRun = {
  /** The folder of the extension that carries the tests. Converser is installed beside it. */
  readonly extension: string;
  readonly extensionTests: string;
  readonly companions: readonly string[];
  readonly folder: string;
  readonly trust: boolean;
  readonly inspect: boolean;
  readonly environment: Readonly<Record<string, string>>;
  /** The file that receives whatever VS Code says meanwhile. */
  readonly log: string;
  readonly print: Print;
};

export const vscodeSuite: Suite = {
  name: 'vscode',
  about: 'mocha inside VS Code',
  prepare: prepareWorkbenches,
  async jobs(options) {
    return [await runTrusted('test/vscode/**/*.test.ts', options, [untrusted, fromNpm])];
  },
};

/** Workspace trust can only be switched off for a whole VS Code, so these tests need one of their own: see `mcp`. */
const untrusted = 'test/vscode/untrusted/**';

/** Half a minute of installing packages: those are part of the `mcp` suite. */
const fromNpm = 'test/vscode/from-npm/**';

export async function runTrusted(
  pattern: string,
  options: SuiteOptions,
  except: readonly string[] = [],
): Promise<Job> {
  const files = await findTests(pattern, { except });
  return print => runIn({ trust: true, files, print }, options);
}

export async function runRestricted(options: SuiteOptions): Promise<Job> {
  const files = await findTests(`${untrusted}/*.test.ts`);
  return print => runIn({ trust: false, files, print }, options);
}

async function runIn(
  { trust, files, print }: Pick<VscodeRun, 'trust' | 'print'> & { readonly files: readonly string[] },
  { grep, inspect = false }: SuiteOptions,
): Promise<Tally> {
  if (files.length === 0) return nothingRan;
  const kind = trust ? 'trusted' : 'restricted';
  print(`  in a ${kind} workspace\n`);
  const tests = await stageTests();
  const sample = await makeSampleWorkspace();
  try {
    const { runner, bundles } = await bundleTests(files, tests.folder);
    const report = await countTests({ files: bundles, grep, timeout: inspect ? 0 : testLimit }, run =>
      startVscode({
        extension: tests.folder,
        extensionTests: runner,
        companions: [path.join(root, 'test', 'fixtures', 'companion')],
        folder: sample.folder,
        trust,
        inspect,
        environment: { [runVariable]: JSON.stringify(run) },
        log: path.join(root, 'dist-test', `vscode-${kind}.log`),
        print,
      }),
    );
    return report?.tally ?? died(`a ${kind} workspace`, 'VS Code ended before it had counted its tests');
  } finally {
    await sample.remove();
    await tests.remove();
  }
}

async function startVscode(run: VscodeRun): Promise<void> {
  if (!(await inDesktop(run))) await inServer(run);
}

/**
 * VS Code's Node does not read TypeScript, so the tests are bundled. They go into the folder of an extension:
 * VS Code tells by a module's place which extension is asking for `vscode`.
 */
async function bundleTests(
  files: readonly string[],
  extension: string,
): Promise<{ readonly runner: string; readonly bundles: readonly string[] }> {
  const outdir = path.join(extension, 'test');
  const runner = path.join(root, 'test', 'workbench', 'suites', 'mocha-in-vscode.ts');
  await build({
    absWorkingDir: root,
    entryPoints: [runner, ...files],
    outbase: path.join(root, 'test'),
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    external: ['vscode', 'mocha'],
    // As the extension itself is built, because tests compose it anew.
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
    sourcemap: 'inline',
    logLevel: 'warning',
    banner: {
      js: "import { createRequire } from 'node:module';const require = createRequire(import.meta.url);",
    },
  });
  const bundled = (file: string) =>
    path.join(outdir, path.relative(path.join(root, 'test'), file)).replace(/\.ts$/, '.js');
  return { runner: bundled(runner), bundles: files.map(bundled) };
}
