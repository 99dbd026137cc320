import { CannotGoOn, elapsed } from '../ground/say.mjs';
import { type Print, printInOrder } from './print-in-order.ts';
import type { Job, Suite, SuiteOptions } from './suite.ts';
import { describeTally, died, sum, type Tally } from './tally.ts';

/**
 * Runs the jobs of all suites, several at once and in their order, and prints each suite whole.
 *
 * @param atOnce how many jobs run at the same time
 */
export async function runSuites(
  suites: readonly Suite[],
  { atOnce, ...options }: SuiteOptions & { readonly atOnce: number },
): Promise<Tally> {
  const nextPlace = printInOrder(text => process.stdout.write(text));
  const queue: (() => Promise<void>)[] = [];
  const tallies: Promise<Tally>[] = [];
  for (const suite of suites) {
    const begin = nextPlace();
    const jobs = (await jobsOf(suite, options)).map(job => ({ job, place: nextPlace() }));
    const end = nextPlace();
    const { promise, resolve } = Promise.withResolvers<Tally>();
    tallies.push(promise);
    const ended: Tally[] = [];
    let started = 0;
    for (const { job, place } of jobs) {
      queue.push(async () => {
        if (started === 0) {
          started = Date.now();
          begin.print(`\n━━ ${suite.name} · ${suite.about}\n`);
          begin.end();
        }
        ended.push(await runJob(suite.name, job, place.print));
        place.end();
        if (ended.length < jobs.length) return;
        const tally = sum(ended);
        end.print(`── ${suite.name}: ${describeTally(tally)} in ${elapsed(started)}\n`);
        end.end();
        resolve(tally);
      });
    }
  }
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await next();
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return sum(await Promise.all(tallies));
}

/** A suite that cannot even be prepared has one job: to say why. */
async function jobsOf(suite: Suite, options: SuiteOptions): Promise<readonly Job[]> {
  try {
    await suite.prepare?.();
    return await suite.jobs(options);
  } catch (error) {
    return [() => Promise.reject(error)];
  }
}

async function runJob(name: string, job: Job, print: Print): Promise<Tally> {
  try {
    return await job(print);
  } catch (error) {
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    print(error instanceof CannotGoOn ? `  Cannot go on: ${message}\n` : `${stack}\n`);
    return died(name, message);
  }
}
