import { type ChildProcess, spawn } from 'node:child_process';
import type { Disposable } from '../../converser/ground/async/listeners.ts';

/** Ends processes that would outlive us, however we end. */
export interface ProcessGuard extends Disposable {
  /** Ends a starting process on Linux too, found by `variable`: its own `NAME=value`, without spaces. */
  expect(variable: string): Disposable;
  /** Ends the process's group when we end, unless the result was disposed. */
  watch(pid: number): Disposable;
}

/** A killed program can't clean up: a tiny shell does once its input ends; on Windows, `uv_spawn` does. */
export function createProcessGuard(): ProcessGuard {
  let shell: ChildProcess | undefined;
  const watched = new Set<number>();

  const isReady = () => shell !== undefined && shell.exitCode === null && shell.signalCode === null;

  function send(line: string): void {
    if (!isReady()) start();
    shell?.stdin?.write(line);
  }

  function start(): void {
    shell = spawn('/bin/sh', ['-c', script], {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
      // Without any variable, it would look like a process that is just starting; see `killLeft`.
      env: { CONVERSER_GUARD: '1' },
    });
    // Without this shell, a server that ignores the end of its input keeps running.
    shell.on('error', () => {});
    shell.stdin?.on('error', () => {});
    shell.unref();
    for (const pid of watched) shell.stdin?.write(`+ ${pid}\n`);
  }

  return {
    expect(variable) {
      if (process.platform === 'win32') return { dispose: () => {} };
      send(`= ${variable}\n`);
      return { dispose: () => send(`/ ${variable}\n`) };
    },
    watch(pid) {
      if (process.platform === 'win32') return { dispose: () => {} };
      watched.add(pid);
      send(`+ ${pid}\n`);
      return {
        dispose() {
          if (watched.delete(pid)) send(`- ${pid}\n`);
        },
      };
    },
    dispose: () => shell?.stdin?.end(),
  };
}

/** It ignores signals: those that end us reach it too in a shared terminal, when it is needed most. */
const script = `
trap '' HUP INT TERM
groups=
expected=
while read -r sign group; do
  case $sign in
    +) groups="$groups $group" ;;
    -) kept=
       for each in $groups; do [ "$each" = "$group" ] || kept="$kept $each"; done
       groups=$kept ;;
    =) expected="$expected $group" ;;
    /) kept=
       for each in $expected; do [ "$each" = "$group" ] || kept="$kept $each"; done
       expected=$kept ;;
  esac
done
[ -n "$groups$expected" ] || exit 0
PATH=/usr/bin:/bin
for group in $groups; do kill -s TERM -- "-$group"; done
sleep 1
for each in $expected; do
  for file in $(grep -l -s -z -x -F -e "$each" /proc/[0-9]*/environ); do
    process=\${file%/environ}
    groups="$groups \${process#/proc/}"
  done
done
for group in $groups; do kill -s KILL -- "-$group"; done
`;
