import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { extensionOptions } from '../../esbuild.js';
import type { Assignment, Sample } from './contestants/main.ts';
import { scenarioPath } from './scenario.ts';

/** Where contestants are made ready, each in a process of its own. */
export interface Stage {
  enter(entry: Entry): Promise<Performer>;
  dispose(): void;
}

export type Entry = Omit<Assignment, 'url'>;

export interface Performer {
  sample(): Promise<Sample>;
  leave(): void;
}

/** Contestants are bundled as the extension is, so that none pays for TypeScript at run time. */
export async function openStage(): Promise<Stage> {
  const outdir = path.join(import.meta.dirname, '..', '..', 'dist-test', 'bench');
  const here = (...names: readonly string[]) => path.join(import.meta.dirname, ...names);
  const options = extensionOptions({ outdir });
  const entryPoints = {
    contestant: here('contestants', 'main.ts'),
    server: here('server.ts'),
    client: here('client.ts'),
  };
  await esbuild.build({ ...options, entryPoints });
  // MCP servers run as npm installs them, with the packages that they need beside them.
  const mcpServer = { 'mcp-server': here('contestants', 'mcp-server.ts') };
  await esbuild.build({ ...options, entryPoints: mcpServer, packages: 'external' });
  const server = fork(path.join(outdir, 'server.js'));
  const [{ url }] = (await once(server, 'message')) as [{ url: string }];
  const children = [server];

  return {
    async enter(entry) {
      const caller = `${entry.contestant}-${children.length}`;
      const assignment: Assignment = { ...entry, url: url + scenarioPath(entry.scenario, caller) };
      const child = fork(path.join(outdir, 'contestant.js'), [JSON.stringify(assignment)], {
        execArgv: ['--expose-gc', ...sameNursery],
      });
      children.push(child);
      await messageOf(child, caller);
      return {
        sample: async () => {
          child.send('sample');
          return (await messageOf(child, caller)) as Sample;
        },
        leave: () => void (child.connected && child.disconnect()),
      };
    },
    dispose() {
      // Also those whose benchmark broke down.
      for (const child of children) if (child.connected) child.disconnect();
    },
  };
}

/**
 * Megabytes for young objects. V8 would choose them anew for each process, by what happened to survive: a contestant that
 * got more has no garbage collected within a sample, and another one with as much garbage twice.
 */
const sameNursery = ['--min-semi-space-size=16', '--max-semi-space-size=16'];

async function messageOf(child: ReturnType<typeof fork>, caller: string): Promise<unknown> {
  const over = new AbortController();
  const exit = once(child, 'exit', { signal: over.signal }).then(
    () => Promise.reject(new Error(`${caller} broke down.`)),
    () => undefined,
  );
  const [message] = (await Promise.race([once(child, 'message', { signal: over.signal }), exit])) ?? [];
  over.abort();
  return message;
}
