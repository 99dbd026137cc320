import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  type ClientSetUp,
  clientSetUps,
  type GatewayAccess,
} from '../../src/vscode/gateway/client-set-ups.ts';
import { type Installable, installed } from '../npm-program.ts';
import type { Step } from './agent-model.ts';

/** One that uses models of the APIs that the gateway speaks. */
export interface Program extends Installable {
  readonly title: string;
  /** What a model calls to write a file with a text and to read it again, by the tools that this program offers. */
  readonly steps: (file: string, text: string) => readonly Step[];
  /** How it is asked one thing, without questions of its own. */
  readonly call: (access: GatewayAccess, prompt: string) => Call;
  /** The same, as VS Code starts it, where that is another way. */
  readonly launched?: Program['call'];
  /** Its own instructions alone have more tokens than this, so a model with a smaller window can't be used. */
  readonly fewestTokens?: number;
}

export interface Call {
  /** What its user types in a shell before, to set it up. */
  readonly first?: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Files that it reads its configuration from, by name in its home. */
  readonly files?: Readonly<Record<string, string>>;
}

export const programs: readonly Program[] = [
  {
    title: 'Claude Code',
    package: '@anthropic-ai/claude-code',
    version: '2.1.330',
    bin: 'claude',
    steps: (file, text) => [
      { name: 'Write', arguments: { file_path: file, content: text } },
      { name: 'Read', arguments: { file_path: file } },
    ],
    call: (access, prompt) => ({
      args: ['-p', prompt, '--allowedTools', 'Write,Read'],
      env: {
        ...setUp('claude-code').launch?.(access).env,
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        DISABLE_AUTOUPDATER: '1',
      },
    }),
  },
  {
    title: 'Codex',
    package: '@openai/codex',
    version: '0.169.0',
    bin: 'codex',
    steps: (file, text) => [
      { name: 'exec_command', arguments: { cmd: `printf '${text}' > ${file}` } },
      { name: 'exec_command', arguments: { cmd: `cat ${file}` } },
    ],
    call: (access, prompt) => ({
      args: ['exec', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox', prompt],
      files: { '.codex/config.toml': setUp('codex').text(access) },
    }),
    launched: (access, prompt) => {
      const { args = [], env = {} } = setUp('codex').launch?.(access) ?? {};
      const unasked = ['--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox'];
      return { args: [...args, 'exec', ...unasked, prompt], env };
    },
  },
  {
    title: 'opencode',
    package: 'opencode-ai',
    version: '1.18.33',
    bin: 'opencode',
    steps: (file, text) => [
      { name: 'write', arguments: { filePath: file, content: text } },
      { name: 'read', arguments: { filePath: file } },
    ],
    call: (access, prompt) => ({
      args: ['run', prompt],
      files: { '.config/opencode/opencode.json': setUp('opencode').text(access) },
    }),
    launched: (access, prompt) => ({
      args: ['run', prompt],
      env: setUp('opencode').launch?.(access).env ?? {},
    }),
  },
  {
    title: 'Cline',
    package: 'cline',
    version: '3.0.65',
    bin: 'cline',
    steps: (file, text) => [
      { name: 'editor', arguments: { path: file, new_text: text } },
      { name: 'read_files', arguments: { files: [{ path: file }] } },
    ],
    call: (access, prompt) => ({
      first: setUp('cline').text(access),
      args: ['--json', prompt],
      // Else it leaves a server of its own behind, for all of its sessions.
      env: { CLINE_SESSION_BACKEND_MODE: 'local' },
    }),
  },
  {
    title: 'Qwen Code',
    package: '@qwen-code/qwen-code',
    version: '0.24.4',
    bin: 'qwen',
    steps: (file, text) => [
      { name: 'write_file', arguments: { file_path: file, content: text } },
      { name: 'read_file', arguments: { file_path: file } },
    ],
    call: (access, prompt) => ({
      args: ['--yolo', '-p', prompt],
      env: { ...setUp('qwen-code').launch?.(access).env },
    }),
    fewestTokens: 9000,
  },
  {
    title: 'Continue’s cn',
    package: '@continuedev/cli',
    version: '1.5.47',
    bin: 'cn',
    steps: (file, text) => [
      { name: 'Write', arguments: { filepath: file, content: text } },
      { name: 'Read', arguments: { filepath: file } },
    ],
    call: (access, prompt) => ({
      args: ['-p', '--auto', prompt],
      files: { '.continue/config.yaml': setUp('continue').text(access) },
    }),
  },
];

/** As *Use Gateway in Another Program…* gives it. */
function setUp(name: string): ClientSetUp {
  const found = clientSetUps.find(each => each.name === name);
  if (found === undefined) throw new Error(`There is no ${name}.`);
  return found;
}

export interface Ended {
  readonly code: number | null;
  readonly output: string;
}

interface Places {
  readonly folder: string;
  readonly home: string;
  /** Called once the files of the program are there. */
  prepare?(): Promise<void>;
}

/** Runs a program in a folder, with a home of its own in which nothing of yours is found. */
export async function runProgram(
  file: string,
  { first, args, env = {}, files = {} }: Call,
  places: Places,
): Promise<Ended> {
  for (const [name, text] of Object.entries(files)) {
    const place = path.join(places.home, name);
    await mkdir(path.dirname(place), { recursive: true });
    await writeFile(place, text);
  }
  await places.prepare?.();
  const { PATH = '' } = process.env;
  const own = { ...env, PATH: `${path.dirname(file)}${path.delimiter}${PATH}` };
  if (first !== undefined) {
    const { code, output } = await run(['sh', '-c', first], own, places);
    if (code !== 0) throw new Error(output);
  }
  return run([file, ...args], own, places);
}

async function run(
  [command, ...args]: readonly [string, ...string[]],
  env: Call['env'],
  { folder, home }: Places,
): Promise<Ended> {
  const child = spawn(command, args, {
    cwd: folder,
    env: {
      HOME: home,
      XDG_CONFIG_HOME: path.join(home, '.config'),
      XDG_DATA_HOME: path.join(home, '.data'),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', text => {
      output += text;
    });
  const [code] = await once(child, 'close');
  return { code: code as number | null, output };
}

export interface Desk extends Places {
  readonly file: string;
}

/** Installs a program (they are large: some 400 MB each), and gives each test a folder to work in and an empty home. */
export function useProgram(program: Installable): () => Desk {
  let file = '';
  let own = '';

  before(async function () {
    this.timeout(600_000);
    file = await installed(program);
  });

  beforeEach(async () => {
    own = await mkdtemp(path.join(tmpdir(), 'converser-client-'));
    await Promise.all(['work', 'home'].map(name => mkdir(path.join(own, name))));
  });

  afterEach(() => rm(own, { recursive: true, force: true, maxRetries: 5 }));

  return () => ({ file, folder: path.join(own, 'work'), home: path.join(own, 'home') });
}
