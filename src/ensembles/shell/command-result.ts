import { homedir } from 'node:os';
import { defined } from '../../converser/ground/json/defined.ts';
import { durationText } from '../../converser/ground/wording/numbers.ts';
import { text } from '../../converser/words/canister/content.ts';
import { type Reply, reply } from '../../converser/words/ensemble/invoker.ts';
import { codeBlock } from '../../converser/words/texts/markdown-code.ts';
import { commandText } from './command/command-text.ts';
import { labelOfOutput } from './command-label.ts';
import type { CommandEnd } from './run/running-command.ts';
import { shownIn } from './run/working-folder.ts';
import type { RefusedChange } from './sandbox/layer/apply-layer.ts';
import type { Shell, StartedCommand } from './shell.ts';

export async function resultOf(
  shell: Pick<Shell, 'filesRead' | 'workspace'>,
  started: StartedCommand,
  end: CommandEnd,
): Promise<Reply> {
  const { command, running } = started;
  const output = running.output.shown().trimEnd();
  const ended = endText(end);
  const { made, refused, dropped } = started.released();
  const shown = (place: string) => shownIn(shell.workspace, place);
  const warning =
    madeText(made.map(shown)) || refusedText(started.id, refused, shown) || droppedText(dropped?.map(shown));
  const hint = started.isSandboxed && mayBeForSandbox(end, output) ? `\n${ofSandbox}` : '';
  const timeout = {
    kind: 'timeout',
    message: ended,
    advice: 'Give it more time, or run it in the background.',
  };
  return reply(
    defined({
      content: [
        text(`${ended}\n${output === '' ? '(no output)' : output}${hint}${warning && `\n[${warning}]`}`),
      ],
      screen: `${codeBlock([`$ ${commandText(command)}`, output].join('\n').trimEnd(), 'console')}\n\n${ended}${warning && `\n\n⚠ ${warning}`}`,
      label: await labelOfOutput(started, output, shell.filesRead(started.cwd)),
      failure: end.how === 'out-of-time' ? (timeout as Reply['failure']) : undefined,
    }),
  );
}

/** A sandbox can't prevent these places from being made, as they didn't exist. */
function madeText(made: readonly string[]): string {
  if (made.length === 0) return '';
  return `New protected places since it began: ${named(made)}. They decide what runs, or hold keys. If they aren’t wanted, undo the turn.`;
}

function refusedText(
  id: string,
  refused: readonly RefusedChange[],
  shown: (place: string) => string,
): string {
  if (refused.length === 0) return '';
  const places = refused.map(({ place, why }) => `${shown(place)} (${why.replace(/\.$/, '')})`);
  const remedy = refused.some(({ isFinal }) => !isFinal)
    ? ` If they are wanted, bring_changes {"id": "${id}"} asks the user.`
    : '';
  return `These places stay as they were, all else is changed: ${named(places)}.${remedy}`;
}

export function droppedText(dropped: readonly string[] = []): string {
  if (dropped.length === 0) return '';
  return `It ran on a copy of the workspace, and what it changed there is not kept: ${named(dropped)}. Write what is wanted with your own edits.`;
}

function named(places: readonly string[]): string {
  const more = places.length > mostNamed ? `, and ${places.length - mostNamed} more` : '';
  return `${places.slice(0, mostNamed).join(', ')}${more}`;
}

const mostNamed = 5;

/** Many programs, such as grep, end with a code other than 0 without having failed. */
function mayBeForSandbox({ code }: CommandEnd, output: string): boolean {
  const missesHome = /no such file|ENOENT|not found/i.test(output) && output.includes(`${homedir()}/`);
  return code !== undefined && code !== 0 && (missesHome || refusals.test(output));
}

/** Systems and programs say this where nothing can be written, there is no network or keys are hidden. */
const refusals =
  /read-only file system|EROFS|device or resource busy|EBUSY|permission denied|EACCES|operation not permitted|EPERM|network is unreachable|ENETUNREACH|resolve (host|proxy)|name resolution|EAI_AGAIN|ENOTFOUND|connection refused|ECONNREFUSED|failed to connect|couldn['’]t connect|no such host|dial tcp|offline|environment variable|private key|no start line/i;

const ofSandbox =
  '[It ran in a sandbox. If that is why it failed, run it again with access "network" or "full".]';

export function endText({ how, code, signal, duration, leftPrograms }: CommandEnd): string {
  const after = durationText(duration);
  if (how === 'out-of-time') return `Stopped after ${after}: its time was up.`;
  if (how === 'stopped') return `Stopped after ${after}.`;
  const ended = code === undefined ? `Ended by ${signal}` : `Exit code ${code}`;
  return `${ended} after ${after}.${leftPrograms ? ' What it left running was ended; use background for that.' : ''}`;
}
