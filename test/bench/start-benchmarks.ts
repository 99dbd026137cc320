import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { cacheFolder } from '../workbench/ground/cache.mjs';
import { terminalProgram } from '../workbench/ground/terminal-program.mjs';
import { type Benchmark, samplesOr } from './benchmark.ts';
import { compare } from './compare.ts';

const root = path.resolve(import.meta.dirname, '..', '..');
const rounds = { warmUps: 3, samples: samplesOr(15) };

/** What somebody waits for who asks a question in a terminal: that a process starts, and knows its tools. */
export const startBenchmarks: readonly Benchmark[] = [
  {
    name: 'terminal-start',
    about: 'converse hello: processor time of its process, to that of a Node that does nothing',
    limit: 10.4,
    measure: inFolder(async folder => {
      const hello = await question(folder);
      return compare(
        () => run(hello, folder),
        () => run(['-e', '0'], folder),
        rounds,
      );
    }),
  },
  {
    name: 'terminal-mcp-tools',
    about: 'converse hello beside an MCP server with 300 known tools: processor time, less that without it',
    limit: 100,
    unit: 'ms',
    measure: beside(300, { isKnown: true }),
  },
  {
    name: 'terminal-mcp-crowd',
    about:
      'converse hello beside an MCP server that lists 100,000 tools: processor time, less that without it',
    limit: 3_000,
    unit: 'ms',
    measure: beside(100_000, { isKnown: false }),
  },
];

function beside(tools: number, { isKnown }: { readonly isKnown: boolean }): Benchmark['measure'] {
  return inFolder(async folder => {
    const own = path.join(folder, 'ensembles');
    const server = path.join(root, 'dist-test', 'bench', 'mcp-server.js');
    const written = `[ensemble]\nname = "many"\nkind = "mcp"\n[server]\ntransport = "stdio"\ncommand = ${JSON.stringify(process.execPath)}\nargs = ${JSON.stringify([server, `--tools=${tools}`])}\n`;
    await mkdir(own);
    await writeFile(path.join(own, 'many.toml'), written);
    const hello = await question(folder);
    const forget = async () => {
      const kept = [path.join(folder, 'state'), path.join(own, 'converser.lock.toml')];
      for (const each of isKnown ? [] : kept) await rm(each, { recursive: true, force: true });
    };
    const asked = () => run([...hello, '--ensembles', own], folder);
    const few = isKnown ? rounds : { warmUps: 1, samples: samplesOr(5) };
    return compare(
      () => forget().then(asked),
      () => run(hello, folder),
      { ...few, relate: (a, b) => a - b },
    );
  });
}

function inFolder(measure: (folder: string) => ReturnType<Benchmark['measure']>): Benchmark['measure'] {
  return async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'converser-start-'));
    return measure(folder).finally(() => rm(folder, { recursive: true, force: true }));
  };
}

async function question(folder: string): Promise<readonly string[]> {
  return [await terminalProgram(root), '--root', folder, 'hello'];
}

const telling =
  "import{writeSync}from'node:fs';process.on('exit',()=>{const{user,system}=process.cpuUsage();writeSync(3,String((user+system)/1000))})";

/** Milliseconds of processor time, of this process alone. */
async function run(args: readonly string[], folder: string): Promise<number> {
  const child = spawn(process.execPath, ['--import', `data:text/javascript,${telling}`, ...args], {
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: path.join(cacheFolder(), 'compiled-by-node'),
      XDG_STATE_HOME: path.join(folder, 'state'),
    },
  });
  const told = child.stdio[3];
  return Number(told && 'read' in told ? await text(told) : Number.NaN);
}
