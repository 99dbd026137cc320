import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { noSpending, type Spending, sumSpending } from '../../src/converser/words/spending/spending.ts';
import { appendRecords } from '../../src/store/records.ts';
import { spendingBy } from '../../src/store/spending-groups.ts';
import { createSpendingTotals } from '../../src/store/spending-totals.ts';
import { eachTest } from '../ensembles/each-test.ts';
import { createTempFolder } from '../ensembles/temp-folder.ts';
import { createFakeClock } from '../fakes/fake-host.ts';

const spent = (cost: number, more: Partial<Spending> = {}): Spending => ({
  ...{ ...noSpending, requests: 1, cost },
  ...more,
});

describe('what all windows and processes have spent', () => {
  const temp = eachTest(() => createTempFolder());
  let warned: string[];
  beforeEach(() => {
    warned = [];
  });

  /** Another window, where the clock shows this. */
  function open(date: Date, place = temp.file('spending')) {
    const clock = createFakeClock(date.getTime());
    const log = { warn: (message: string) => void warned.push(message) };
    return Object.assign(createSpendingTotals({ folder: place, clock, log }), { clock });
  }
  const noon = new Date(2026, 10, 25, 12);
  const file = (day: string) => temp.file(`spending/${day}.jsonl`);

  it('is summed by day and month, and there again after the process has ended', async () => {
    const totals = open(noon);
    assert.deepEqual(await totals.sums(), { day: noSpending, month: noSpending });
    totals.add(spent(0.25, { calls: 2, worked: 1500 }));
    totals.add(spent(0.5));
    assert.equal((await totals.sums()).day.cost, 0.75, 'at once, written or not');
    await totals.saved();
    const later = open(noon);
    const { day, month } = await later.sums();
    assert.deepEqual(day, { ...noSpending, requests: 2, cost: 0.75, calls: 2, worked: 1500 });
    assert.deepEqual(month, day);
  });

  async function costs(totals: ReturnType<typeof open>): Promise<readonly unknown[]> {
    const { day, month } = await totals.sums();
    return [day.cost, month.cost];
  }

  it('begins anew at midnight and with the month, where the program runs', async () => {
    const totals = open(new Date(2026, 10, 30, 23, 59, 58));
    totals.add(spent(1));
    await totals.clock.advance(1_000);
    totals.add(spent(2));
    assert.deepEqual(await costs(totals), [3, 3]);
    await totals.clock.advance(1_000);
    totals.add(spent(4));
    assert.deepEqual(await costs(totals), [4, 4]);
    await totals.saved();
    const next = open(new Date(2026, 11, 2));
    next.add(spent(8));
    assert.deepEqual(await costs(next), [8, 12]);
    const days = (await next.days()).map(({ day, spending }) => `${day}: ${spending.cost}`);
    assert.deepEqual(days, ['2026-12-02: 8', '2026-12-01: 4', '2026-11-30: 3']);
  });

  it('is told apart by model and conversation, also by another process and after the day is over', async () => {
    const totals = open(new Date(2026, 10, 23));
    totals.add(spent(1), { model: 'a/m', conversation: 'one' });
    totals.add(spent(2), { model: 'a/m', conversation: 'two' });
    await totals.saved();
    totals.add(spent(4), { model: 'b/n', conversation: 'one' });
    totals.add(spent(8));
    await totals.saved();
    await open(noon).saved();
    const today = open(noon);
    today.add(spent(16), { model: 'a/m', conversation: 'one' });
    await today.saved();
    const days = await open(noon).days();
    const by = (grouping: 'day' | 'model' | 'conversation') =>
      spendingBy(grouping, days, [{ id: 'one', title: 'First' }]).map(
        ({ name, conversation, spending }) => `${name}: ${spending.cost}${conversation ? '!' : ''}`,
      );
    assert.deepEqual(by('day'), ['2026-11-25: 16', '2026-11-23: 15']);
    assert.deepEqual(by('model'), ['a/m: 19', 'Not recorded: 8', 'b/n: 4']);
    assert.deepEqual(by('conversation'), ['First: 21!', 'Not recorded: 8', 'Elsewhere, or deleted (two): 2']);
  });

  it('counts what older versions wrote, which kept neither model nor conversation', async () => {
    const totals = open(noon);
    await appendRecords(file('2026-11-25'), [JSON.stringify(spent(3))]);
    totals.add(spent(1), { model: 'a/m', conversation: 'one' });
    const names = spendingBy('model', await totals.days()).map(({ name }) => name);
    assert.deepEqual(names, ['Not recorded', 'a/m']);
  });

  it('keeps a bounded number of shares, and loses nothing of what they sum up', async () => {
    const totals = open(noon);
    for (let count = 0; count < 700; count++)
      totals.add(spent(0.01), { model: 'a/m', conversation: `c${count}` });
    const [day] = await totals.days();
    assert.equal(day?.shares.length, 501);
    assert.equal(sumSpending(day?.shares.map(({ spending }) => spending) ?? []).cost, 7);
  });

  it('knows what another window has spent since', async () => {
    const [one, other] = [open(noon), open(noon)];
    for (let round = 1; round <= 5; round++) {
      one.add(spent(1));
      await one.saved();
      other.add(spent(1));
      await other.saved();
      assert.equal((await one.sums()).day.cost, 2 * round);
      assert.equal((await other.sums()).day.cost, 2 * round);
    }
  });

  it('writes no more than a line a second, and loses nothing of what waits', async () => {
    const totals = open(noon);
    totals.add(spent(0.01));
    await totals.sums();
    for (let count = 1; count < 100; count++) totals.add(spent(0.01));
    await totals.sums();
    const lines = async () => (await readFile(file('2026-11-25'), 'utf8')).trim().split(/\n+/).length;
    assert.equal(await lines(), 1);
    await totals.clock.advance(1_000);
    await totals.sums();
    assert.equal(await lines(), 2);
    assert.equal((await open(noon).sums()).day.requests, 100);
  });

  it('loses nothing where several processes write at the same time', async () => {
    const place = temp.file('spending');
    const writer = fileURLToPath(new URL('totals-writer.ts', import.meta.url));
    const spend = () => once(spawn(process.execPath, [writer, place, '50'], { stdio: 'inherit' }), 'exit');
    const ends = await Promise.all([spend(), spend(), spend(), spend()]);
    for (const [code] of ends) assert.equal(code, 0);
    const { month } = await open(new Date(), place).sums();
    assert.deepEqual([month.requests, month.cost], [200, 2]);
  });

  it('reads no line that is torn or forged, and goes on after it', async () => {
    const totals = open(noon);
    totals.add(spent(1));
    await totals.saved();
    await appendFile(file('2026-11-25'), '\nwrong\t{"requests":1000000}\n{"requests":-5}\n[]\nabc\t{"requ');
    assert.equal((await totals.sums()).day.requests, 1);
    totals.add(spent(1));
    await totals.saved();
    assert.equal((await totals.sums()).day.requests, 2);
    assert.equal((await open(noon).sums()).day.requests, 2);
    assert.deepEqual(warned, []);
  });

  it('keeps a line for each day that is over, and this month and the one before', async () => {
    for (const [month, day] of [
      [8, 30],
      [9, 1],
      [10, 23],
      [10, 24],
    ] as const) {
      const totals = open(new Date(2026, month, day));
      for (let count = 0; count < 10; count++) {
        totals.add(spent(0.1));
        await totals.saved();
      }
    }
    const before = (await stat(file('2026-11-23'))).size;
    const [today, reader] = [open(noon), open(noon)];
    assert.equal((await reader.sums()).month.requests, 20);
    today.add(spent(1));
    await today.saved();
    const kept = ['10-01', '11-23', '11-24', '11-25'].map(day => `2026-${day}.jsonl`);
    assert.deepEqual(await readdir(temp.file('spending')), kept);
    assert.ok((await stat(file('2026-11-23'))).size < before / 5);
    assert.equal((await stat(file('2026-11-24'))).size, before, 'a process may still write there');
    for (const totals of [today, reader, open(noon)]) assert.equal((await totals.sums()).month.requests, 21);
  });

  it('counts what can’t be written all the same, warns once, and writes it when it can', async () => {
    const place = temp.file('taken');
    await writeFile(place, 'This is not a folder.');
    const totals = open(noon, place);
    for (let count = 0; count < 3; count++) {
      totals.add(spent(1));
      await totals.saved();
    }
    assert.equal((await totals.sums()).day.cost, 3);
    assert.equal(warned.length, 1);
    await rm(place);
    await mkdir(place);
    await totals.saved();
    assert.equal((await open(noon, place).sums()).day.cost, 3);
  });
});
