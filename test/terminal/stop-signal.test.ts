import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const file = path.resolve(import.meta.dirname, '../../src/terminal/stop-signal.ts');

/** A program whose farewell never ends. */
const program = `
import { stopSignal } from ${JSON.stringify(file)};
const { signal } = stopSignal();
signal.addEventListener('abort', () => console.log('farewell'));
setInterval(() => {}, 60_000);
console.log('ready');
`;

function start() {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program]);
  const limit = setTimeout(() => child.kill('SIGKILL'), 60_000);
  child.once('close', () => clearTimeout(limit));
  const lines: string[] = [];
  const said = async (line: string) => {
    while (!lines.includes(line)) {
      const [data] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
      lines.push(...data.split('\n'));
    }
  };
  return { child, said };
}

describe('A second Ctrl+C', () => {
  for (const [first, second, code] of [
    ['SIGINT', 'SIGINT', 130],
    ['SIGINT', 'SIGTERM', 143],
    ['SIGTERM', 'SIGINT', 130],
  ] as const)
    it(`ends the program at once, whatever it still waits for (${first}, then ${second})`, async () => {
      const { child, said } = start();
      await said('ready');
      child.kill(first);
      await said('farewell');
      const closed = once(child, 'close');
      child.kill(second);
      assert.deepEqual(await closed, [code, null]);
    });
});
