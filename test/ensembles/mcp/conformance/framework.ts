import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

const require = createRequire(import.meta.url);
const framework = path.join(
  path.dirname(require.resolve('@modelcontextprotocol/conformance/package.json')),
  'dist',
  'index.js',
);

export interface Ran {
  readonly code: number | null;
  readonly output: string;
}

/** One run of the framework's program, with its own arguments. */
export function runFramework(...args: readonly string[]): Promise<Ran> {
  return new Promise(resolve => {
    const child = spawn(process.execPath, [framework, ...args], {
      // The framework starts the client by the name that is found first.
      env: {
        ...process.env,
        NODE_COMPILE_CACHE: path.join(tmpdir(), 'converser-compile-cache'),
        PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH}`,
      },
    });
    let output = '';
    const add = (chunk: string) => {
      output += chunk;
    };
    child.stdout.setEncoding('utf8').on('data', add);
    child.stderr.setEncoding('utf8').on('data', add);
    child.on('close', code => resolve({ code, output }));
  });
}

/** What the framework writes down of a check. */
interface Check {
  readonly name: string;
  readonly description: string;
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'INFO' | 'SKIPPED';
  readonly errorMessage?: string;
}

interface ScenarioResult {
  readonly checks: readonly Check[];
  /** What the client wrote to its standard output. Absent for servers. */
  readonly said: string | undefined;
  /** What it complained about, likewise. */
  readonly complained: string;
}

export interface SuiteRun extends Ran {
  /** All that the framework has for programs of this kind. */
  readonly scenarios: readonly string[];
  /** By scenario. One that could not be run at all has none. */
  readonly results: ReadonlyMap<string, ScenarioResult>;
}

/**
 * Runs many scenarios of a kind in one process, because the framework takes most of its time to start: all of them, or
 * with `--requirements` those of a revision of the specification.
 */
export async function runSuite(kind: 'client' | 'server', ...args: readonly string[]): Promise<SuiteRun> {
  const folder = await mkdtemp(path.join(tmpdir(), 'converser-conformance-'));
  try {
    const choice = args.includes('--requirements') ? [] : ['--suite', 'all'];
    const ran = await runFramework(kind, ...args, ...choice, '--output-dir', folder);
    const started = ran.output.matchAll(/^(?:=== Running|Starting) scenario: (\S+)/gm);
    const scenarios = [...started].map(([, name = '']) => name);
    return { ...ran, scenarios, results: await readResults(folder, kind) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The checks of a scenario that did not pass, as text for whoever reads the failed test. Empty: it passed. */
export function complaints({ checks }: ScenarioResult): string {
  const wrong = checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING');
  return wrong
    .map(
      ({ status, name, description, errorMessage = '' }) =>
        `${status} ${name}: ${description} ${errorMessage}`,
    )
    .join('\n');
}

export function passedChecks({ checks }: ScenarioResult): number {
  return checks.filter(({ status }) => status === 'SUCCESS').length;
}

/** The framework makes a folder for each scenario, named after it and the time; for servers it says so first. */
async function readResults(
  folder: string,
  kind: 'client' | 'server',
): Promise<ReadonlyMap<string, ScenarioResult>> {
  const name = kind === 'server' ? /^server-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/ : /^(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/;
  const files = await readdir(folder, { recursive: true });
  const read = files
    .filter(file => path.basename(file) === 'checks.json')
    .map(async file => {
      const place = path.dirname(file);
      const [, scenario = place] = name.exec(place.replaceAll(path.sep, '/')) ?? [];
      const checks = JSON.parse(await readFile(path.join(folder, file), 'utf8')) as readonly Check[];
      const [said, complained = ''] = await Promise.all(
        ['stdout.txt', 'stderr.txt'].map(name =>
          readFile(path.join(folder, place, name), 'utf8').catch(() => undefined),
        ),
      );
      return [scenario, { checks, said, complained }] as const;
    });
  return new Map(await Promise.all(read));
}
