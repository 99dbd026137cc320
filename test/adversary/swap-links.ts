import { renameSync } from 'node:fs';

/*
 * The program that races: swaps pairs of names, given as `one=other`, as fast as it can. It ends with its parent.
 */
const pairs = process.argv.slice(2).map(pair => pair.split('='));
let swaps = 0;
let taken = 0;

function swap(one: string, other: string): void {
  take(one, `${one}.swapped`);
  take(other, one);
  take(`${one}.swapped`, other);
  swaps++;
}

/** While there is nothing of a name, a tool may make a folder of it, which goes out of the way, and may be gone by then. */
function take(from: string, to: string): void {
  while (!isRenamed(from, to, inTheWay)) isRenamed(to, `${to}.made-${++taken}`, ['ENOENT']);
}

const inTheWay = ['EISDIR', 'ENOTDIR', 'ENOTEMPTY', 'EEXIST'];

function isRenamed(from: string, to: string, expected: readonly string[]): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (cause) {
    if (expected.includes((cause as NodeJS.ErrnoException).code ?? '')) return false;
    throw cause;
  }
}

function swapOn(): void {
  for (let times = 0; times < 100; times++) {
    for (const [one = '', other = ''] of pairs) swap(one, other);
  }
  setImmediate(swapOn);
}

process.on('message', () => process.send?.(swaps, () => process.exit()));
process.on('disconnect', () => process.exit());
swapOn();
