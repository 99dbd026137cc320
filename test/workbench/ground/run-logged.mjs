/** Runs a command whose output matters only when it fails. */

import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { cacheFolder } from './cache.mjs';

/** A command that ended with something else than 0. The message quotes the end of what it wrote. */
export class CommandFailed extends Error {
  #output;

  /**
   * @param {string} command
   * @param {{ output: string, log: string, ending: string }} details
   */
  constructor(command, { output, log, ending }) {
    const lastLines = output.trimEnd().split('\n').slice(-15).join('\n');
    super(`"${command}" ended with ${ending}:\n${lastLines}\nAll of it is in ${log}`);
    this.#output = output;
    this.log = log;
  }

  /** All that the command wrote. */
  get output() {
    return this.#output;
  }
}

/**
 * @param {readonly [string, ...string[]]} command program and arguments
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, logName: string }} options logName names the file, in the
 *   cache folder, that keeps the output of the last such run
 */
export async function runLogged(command, { cwd, env, logName }) {
  const [program, ...commandArguments] = command;
  const log = path.join(cacheFolder(), 'logs', `${logName}.log`);
  await mkdir(path.dirname(log), { recursive: true });
  const file = createWriteStream(log);
  const child = spawn(program, commandArguments, {
    cwd,
    env: env ?? process.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.pipe(file, { end: false });
  child.stderr.pipe(file, { end: false });
  const stopChild = () => child.kill();
  process.once('exit', stopChild);
  const ending = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(signal ?? code));
  }).finally(() => process.off('exit', stopChild));
  await new Promise(resolve => file.end(resolve));
  if (ending === 0) return;
  const output = await readFile(log, 'utf8');
  throw new CommandFailed(command.join(' '), { output, log, ending: String(ending) });
}
