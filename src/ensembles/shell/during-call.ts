import { stopWith } from '../../converser/ground/async/abort.ts';
import { errors } from '../../converser/ground/errors.ts';
import { defined } from '../../converser/ground/json/defined.ts';
import { type Context, fullName } from '../../converser/words/ensemble/invoker.ts';
import { secretNamed } from './asked-place.ts';
import { labelOfStart, writtenLabel } from './command-label.ts';
import type { CommandEnd } from './run/running-command.ts';
import type { Shell, StartedCommand, StartRequest } from './shell.ts';

/** In milliseconds. */
export const ordinaryLimit = 120_000;

/** In milliseconds, for a command that ran out of time to end. */
const beforeLimit = 2_000;

/** In milliseconds. The command ends before the call does, so that its output is not lost. */
export function limitIn({ invoker }: Pick<Context, 'invoker'>, wanted = ordinaryLimit): number {
  const { totalTimeLimit: most = Number.POSITIVE_INFINITY } = invoker;
  return Math.max(1, Math.min(wanted, Math.max(most - beforeLimit, most * 0.8)));
}

/** Invariant: what may hold content from outside, or a secret, runs only where the files that it changes are labelled. */
export async function duringCall(
  context: Context,
  shell: Pick<Shell, 'filesRead' | 'workspace' | 'addedPlaces' | 'sandbox'>,
  { command, cwd, access }: Pick<StartRequest, 'command' | 'cwd' | 'access'>,
): Promise<Pick<StartRequest, 'onText' | 'watch' | 'label' | 'plan' | 'seesKeys'>> {
  const { changes, invoker, signal, progress, permit } = context;
  const secret = await secretNamed(shell, command, cwd);
  const plan = await shell.sandbox.plan(access);
  const own = await labelOfStart({ command, secret, plan }, shell.filesRead(cwd));
  const label = writtenLabel(own, permit?.carries);
  if (changes === undefined && label !== undefined)
    throw errors.notAvailable('a record of what commands change');
  return {
    label: own,
    plan,
    seesKeys: secret !== undefined,
    onText: text => {
      const last = text.trimEnd().split('\n').at(-1)?.trim() ?? '';
      if (last !== '') progress(last.slice(0, 200));
    },
    watch:
      changes &&
      (async only => {
        // What has run must not be lost because it was stopped.
        const about = only === undefined ? { signal } : { only, signal: new AbortController().signal };
        const watched = await changes.watch(defined({ tool: fullName(invoker), label, ...about }));
        if (watched.notKept.length > 0) progress(`Undo can’t bring back: ${watched.notKept.join('; ')}`);
        return watched;
      }),
  };
}

/** Resolves after so many milliseconds at the latest, or once it is stopped. */
export async function eventOrTime(
  event: Promise<unknown>,
  { clock, time, signal }: Pick<Shell, 'clock'> & Pick<Context, 'signal'> & { readonly time: number },
): Promise<void> {
  const { controller: over, release } = stopWith(signal);
  void event.then(() => over.abort('over'));
  await clock.sleep(time, over.signal);
  release();
}

export async function runToEnd({ running }: StartedCommand, signal: AbortSignal): Promise<CommandEnd> {
  const stop = () => void running.stop();
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  const end = await running.ended;
  signal.removeEventListener('abort', stop);
  return end;
}
