import { Console } from 'node:console';
import { parseJson } from '../converser/ground/json/json.ts';

/** Other programs read the standard output, so what libraries and tools print there goes to the standard error. */
export function ownOutput({ json }: { readonly json: boolean }): void {
  globalThis.console = new Console(process.stderr);
  if (!json) return;
  const { stdout, stderr } = process;
  const [write, divert] = [stdout.write.bind(stdout), stderr.write.bind(stderr)];
  const sort = (...args: Parameters<typeof write>) => (areJsonLines(args[0]) ? write : divert)(...args);
  stdout.write = sort as typeof write;
}

function areJsonLines(written: unknown): boolean {
  const lines = String(written).split('\n').filter(Boolean);
  return typeof written === 'string' && lines.every(line => typeof parseJson(line) === 'object');
}
