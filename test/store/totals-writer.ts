import { createSystemClock } from '../../src/converser/ground/system-ports.ts';
import { noSpending } from '../../src/converser/words/spending/spending.ts';
import { createSpendingTotals } from '../../src/store/spending-totals.ts';

/** Spends a cent as often as wanted, and ends once that is on the disk. */
const [, , folder = '', count = ''] = process.argv;
const totals = createSpendingTotals({
  folder,
  clock: createSystemClock(),
  log: { warn: message => void process.stderr.write(`${message}\n`) },
});
for (let at = 0; at < Number(count); at++) {
  totals.add({ ...noSpending, requests: 1, cost: 0.01 });
  await totals.saved();
}
