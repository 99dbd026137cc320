/**
 * What a person sees while something is being fetched, built or tested.
 *
 * Everything goes to stderr: stdout belongs to the program that is being prepared, whose output
 * (`npm run converse -- --json`) is read by other programs.
 */

/** A condition that only a person can change. Its message is one line that says what to do. */
export class CannotGoOn extends Error {}

/** @param {string} line */
export function say(line) {
  process.stderr.write(`${line}\n`);
}

/**
 * Announces a piece of work that takes long enough for a person to wonder, says every half minute that there is still
 * life, and at last how long it took.
 *
 * @template T
 * @param {string} announcement what is being done and why
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(announcement, work) {
  const started = Date.now();
  say(`… ${announcement}`);
  const timer = setInterval(() => say(`… still at it after ${elapsed(started)}`), 30_000);
  try {
    const result = await work();
    say(`✓ ${announcement} (${elapsed(started)})`);
    return result;
  } catch (error) {
    say(`✗ ${announcement} (after ${elapsed(started)})`);
    throw error;
  } finally {
    clearInterval(timer);
  }
}

/**
 * @param {number} started a time from `Date.now()`
 * @returns {string} for example "0.4 s", "12 s" or "3 min 5 s"
 */
export function elapsed(started) {
  const seconds = (Date.now() - started) / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 60) return `${Math.round(seconds)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

/**
 * Runs a program's main function: a `CannotGoOn` becomes its one line, anything else is a fault of ours
 * and keeps its stack.
 *
 * @param {() => Promise<number>} main gives the exit code
 */
export async function runMain(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    say(
      error instanceof CannotGoOn
        ? `Cannot go on: ${error.message}`
        : String(/** @type {Error} */ (error).stack),
    );
    process.exitCode = 1;
  }
}
