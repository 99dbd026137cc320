import { readFileSync } from 'node:fs';
import { createNodeWorkspace, packagedRipgrep } from '../../src/ensembles/workspace/disk/node-workspace.ts';
import { useTools } from '../ensembles/workspace/tools/use-tools.ts';

/** Searches once in a process of its own, and prints how much memory that has needed. */

const [root = '', program = '', name = '', args = '{}', limit = '60000'] = process.argv.slice(2);
const workspace = createNodeWorkspace({
  roots: [root],
  ripgrep: async () => (program === 'none' ? undefined : program === '' ? packagedRipgrep() : program),
});
const told = await useTools(workspace)
  .call(name, JSON.parse(args), AbortSignal.timeout(Number(limit)))
  .catch((cause: unknown) => String(cause));
workspace.dispose();
// In kilobytes. Linux counts to `maxRSS` what the parent had when it started this process.
const own = /VmHWM:\s+(\d+)/.exec(
  process.platform === 'linux' ? readFileSync('/proc/self/status', 'utf8') : '',
);
const megabytes = Math.round(Number(own?.[1] ?? process.resourceUsage().maxRSS) / 1000);
console.log(JSON.stringify({ told: told.slice(0, 2000), megabytes }));
