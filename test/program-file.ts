import { existsSync } from 'node:fs';
import path from 'node:path';

const { CONVERSER_TEST_PROGRAMS: bundles } = process.env;

/** A program to start: bundled where all tests are run, as it was written where you run a single file of them. */
export function programFile(name: string, source: string): string {
  if (bundles === undefined) return source;
  const bundle = path.join(bundles, `${name}.js`);
  return existsSync(bundle) ? bundle : source;
}
