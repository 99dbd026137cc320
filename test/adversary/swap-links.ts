import { renameSync } from 'node:fs';

/*
 * The program that races: swaps pairs of names, given as `one=other`, as fast as it can. It ends with its parent.
 */
const pairs = process.argv.slice(2).map(pair => pair.split('='));
let swaps = 0;
let taken = 0;

function swap(one: string, other: string): void {
  renameSync(one, `${one}.swapped`);
  for (let isBack = false; !isBack; ) {
    try {
      renameSync(other, one);
      isBack = true;
    } catch {
      // While there was nothing of that name, a tool has made a folder of it.
      renameSync(one, `${one}.made-${++taken}`);
    }
  }
  renameSync(`${one}.swapped`, other);
  swaps++;
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
