import { existsSync, renameSync } from 'node:fs';

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

/** While there is nothing of a name, a tool may make a folder of it, which goes out of the way. */
function take(from: string, to: string): void {
  for (;;) {
    try {
      renameSync(from, to);
      return;
    } catch (cause) {
      if (!existsSync(to)) throw cause;
      renameSync(to, `${to}.made-${++taken}`);
    }
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
