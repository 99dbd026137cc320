import { type ChildProcess, spawn } from 'node:child_process';
import type { Disposable } from '../../../converser/async/listeners.ts';

/** Sees to it that processes do not outlive us, however we end. */
export interface ProcessGuard extends Disposable {
  /** Until what is returned is disposed, the process's group is ended when we end. */
  watch(pid: number): Disposable;
}

/**
 * Nobody can clean up after being killed, so a tiny shell does: it hears of our end by the end of its input, and
 * then ends the groups that are still on its list. Most servers go by themselves when their input ends; this is for
 * those that do not, and for what they have started.
 *
 * On Windows there is nothing to do: there the system ends the processes of one that ends, see `uv_spawn`.
 */
export function createProcessGuard(): ProcessGuard {
  let shell: ChildProcess | undefined;
  const watched = new Set<number>();

  function tell(line: string): void {
    if (shell === undefined || shell.exitCode !== null || shell.signalCode !== null) start();
    else shell.stdin?.write(line);
  }

  function start(): void {
    shell = spawn('/bin/sh', ['-c', script], {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
      env: {},
    });
    // Without it a server is left to its own good manners.
    shell.on('error', () => {});
    shell.stdin?.on('error', () => {});
    shell.unref();
    for (const pid of watched) shell.stdin?.write(`+ ${pid}\n`);
  }

  return {
    watch(pid) {
      if (process.platform === 'win32') return { dispose: () => {} };
      watched.add(pid);
      tell(`+ ${pid}\n`);
      return {
        dispose() {
          if (watched.delete(pid)) tell(`- ${pid}\n`);
        },
      };
    },
    dispose: () => shell?.stdin?.end(),
  };
}

/** Signals that are meant for us reach it too where we share a terminal, and it is needed just then. */
const script = `
trap '' HUP INT TERM
groups=
while read -r sign group; do
  case $sign in
    +) groups="$groups $group" ;;
    -) kept=
       for each in $groups; do [ "$each" = "$group" ] || kept="$kept $each"; done
       groups=$kept ;;
  esac
done
[ -n "$groups" ] || exit 0
for group in $groups; do kill -s TERM -- "-$group"; done
PATH=/usr/bin:/bin sleep 1
for group in $groups; do kill -s KILL -- "-$group"; done
`;
