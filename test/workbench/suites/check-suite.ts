import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { elapsed } from '../ground/say.mjs';
import type { Print } from './print-in-order.ts';
import { runProgram } from './run-program.ts';
import { root, type Suite } from './suite.ts';
import { died, nothingRan, type Tally } from './tally.ts';

/** The parts of `npm run check`, each counted as one test, and all of them run even if the first fails. */
export const checkSuite: Suite = {
  name: 'check',
  about: 'format, lint, types, unused code',
  async jobs() {
    const commands = await checkCommands();
    return commands.map(command => print => check(command, print));
  },
};

async function checkCommands(): Promise<readonly string[]> {
  const { scripts } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  return String(scripts.check).split(' && ');
}

async function check(command: string, print: Print): Promise<Tally> {
  const started = Date.now();
  const env = {
    PATH: `${path.join(root, 'node_modules', '.bin')}${path.delimiter}${process.env.PATH ?? ''}`,
  };
  const shell = process.platform === 'win32' ? (['cmd', '/d', '/s', '/c'] as const) : (['sh', '-c'] as const);
  const passed = (await runProgram([...shell, command], { env, timeout: 5 * 60_000, print })) === 0;
  print(`  ${passed ? '✔' : '✘'} ${command} (${elapsed(started)})\n`);
  return passed ? { ...nothingRan, passed: 1 } : died(command, 'failed');
}
