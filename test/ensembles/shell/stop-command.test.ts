import assert from 'node:assert/strict';
import { eventually, often } from '../../eventually.ts';
import { createFakeHost, type FakeClock } from '../../fakes/fake-host.ts';
import { eachTest } from '../each-test.ts';
import { makeTemporaryWorkspace } from '../workspace/temporary-workspace.ts';
import { createCommandCalls } from './command-calls.ts';
import { createMarks } from './marked-processes.ts';
import { createTestShell } from './test-shell.ts';

/** Milliseconds of the injected clock within which a stopped command ends. */
const longest = 1_000;

/** What each of them does is done once it has written "up". */
const commands: Readonly<Record<string, string>> = {
  'ends when asked to': 'echo up; exec sleep 100',
  'ignores SIGTERM': `trap '' TERM; echo up; while :; do sleep 0.05; done`,
  'ignores SIGTERM, and floods its output': `trap '' TERM; echo up; while :; do echo more; done`,
  'has children that ignore SIGTERM': `(trap '' TERM; echo up; while :; do sleep 0.05; done) & wait`,
  'has a grandchild that left its group and holds its output': `(setsid sh -c 'trap "" TERM; echo up; while :; do sleep 0.05; done' &); sleep 100`,
  'has ended, but for a grandchild that holds its output': `(setsid sh -c 'trap "" TERM; sleep 0.1; echo up; exec sleep 100' &)`,
  'has a grandchild that holds its output and can’t be found': `echo up; (env -i setsid sleep 5 &); sleep 100`,
  'has a grandchild that becomes another program all the time': String.raw`printf '#!/bin/sh\nexec "$0"\n' > again; chmod +x again; (setsid ./again &); sleep 0.1; echo up; sleep 100`,
  'breeds without end': `trap '' TERM; (while :; do (setsid sleep 3 &); done) & echo up; wait`,
};

describe('a stopped command', () => {
  const made = eachTest(() => makeTemporaryWorkspace({ ripgrep: false }));
  let clock: FakeClock;
  const { ids, running: left } = createMarks();
  /** No time limit ends anything here. */
  const unlimited = () => ({ ...clock, after: () => () => {} });

  beforeEach(() => {
    clock = createFakeHost().clock;
  });

  for (const [what, line] of Object.entries(commands)) {
    it(`ends within a second with all that it started where it ${what}`, async () => {
      const shell = createTestShell(made.workspace, { clock: unlimited(), ids });
      const command = { kind: 'line', line } as const;
      const { running } = await shell.start({ command, access: 'workspace', isBackground: true });
      while (!running.output.shown().includes('up')) {
        await running.news();
        await running.flush();
      }
      await passTime(clock, running.stop());
      assert.ok(clock.monotonic() <= longest, `It took ${clock.monotonic()} ms.`);
      await noneLeft();
      await shell.dispose();
    });
  }

  const stubborn = `trap '' TERM; echo up; while :; do sleep 0.05; done`;
  const described = `[ensemble]
name = "own"
kind = "command"
[[invokers]]
name = "run"
description = "Runs it."
command = ["sh", "-c", ${JSON.stringify(stubborn)}]
`;
  for (const [name, args, descriptor] of [
    ['shell:run_command', { line: stubborn }, undefined],
    ['own:run', {}, described],
  ] as const) {
    it(`is not waited for by the turn, with ${name}`, async () => {
      const stop = new AbortController();
      const calls = await createCommandCalls({
        workspace: made.workspace,
        answers: ['once'],
        shell: { clock: unlimited(), ids },
        ...(descriptor !== undefined && { descriptor }),
      });
      const { result } = await calls.call(name, args, {
        signal: stop.signal,
        onProgress: message => message === 'up' && stop.abort(),
      });
      assert.equal(result.failure?.kind, 'cancelled');
      assert.equal(clock.monotonic(), 0);
      await passTime(clock, calls.dispose());
      assert.ok(clock.monotonic() <= longest, `It took ${clock.monotonic()} ms.`);
      await noneLeft();
    });
  }

  /** What was killed may take a while to end on a busy machine, and nothing says when others' children have ended. */
  const noneLeft = () => eventually(often, async () => (await left()).length === 0);
});

/** Lets each wait of the injected clock end, once the work between them is done, however long that takes. */
async function passTime(clock: FakeClock, work: Promise<unknown>): Promise<void> {
  let isOver = false;
  void work.finally(() => {
    isOver = true;
  });
  const isReading = () => process.getActiveResourcesInfo().includes('FSReqPromise');
  while (!isOver) await clock.advance(clock.pending === 0 || isReading() ? 0 : 5);
  await work;
}
