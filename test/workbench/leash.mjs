/**
 * Runs a command that must not outlive the one who started it, however that one ends.
 *
 *     node leash.mjs <program> [arguments…]
 *
 * Whoever starts this makes it the leader of a process group (`detached: true`) and keeps the other end of
 * its standard input. When that end closes, which also SIGKILL brings about, the whole group is killed:
 * VS Code's server starts several processes that would otherwise stay behind.
 */

import { spawn } from 'node:child_process';

const [program, ...programArguments] = process.argv.slice(2);
if (!program) throw new Error('leash.mjs needs a program to run');

const child = spawn(program, programArguments, { stdio: ['ignore', 'inherit', 'inherit'] });
child.once('error', error => {
  process.stderr.write(`${error.message}\n`);
  process.exit(127);
});
child.once('close', code => {
  process.exitCode = code ?? 1;
  endGroup();
});
process.stdin.resume().once('end', endGroup).once('error', endGroup);

function endGroup() {
  process.kill(-process.pid, 'SIGKILL');
}
