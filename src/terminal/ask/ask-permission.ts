import { setImmediate } from 'node:timers/promises';
import { onceAborted } from '../../converser/ground/async/abort.ts';
import {
  denial,
  type PermissionAnswer,
  type PermissionQuestion,
} from '../../converser/words/permission/permission-question.ts';
import { askAboutSeveral, type OpenPermission } from './ask-about-several.ts';
import { type AskLine, askLines } from './ask-lines.ts';
import type { Terminal } from './terminal.ts';

const waiting = new WeakMap<Terminal['output'], OpenPermission[]>();

export function askPermission(
  question: PermissionQuestion,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<PermissionAnswer> {
  const line = waiting.get(terminal.output) ?? [];
  waiting.set(terminal.output, line);
  const { promise, resolve } = Promise.withResolvers<PermissionAnswer>();
  let isOver = signal.aborted;
  const answer = (given: PermissionAnswer) => {
    isOver = true;
    resolve(given);
  };
  if (isOver) return Promise.resolve(denial);
  onceAborted(signal, () => answer(denial));
  line.push({ question, signal, answer, isOver: () => isOver });
  void askWaiting(line, terminal);
  return promise;
}

async function askWaiting(line: OpenPermission[], terminal: Terminal): Promise<void> {
  await setImmediate();
  const take = () => line.splice(0).filter(({ isOver }) => !isOver());
  const all = take();
  if (all.length === 0) return;
  const { signal, release } = untilAllAreOver(all);
  try {
    await askLines(terminal, signal, (ask: AskLine) => askAboutSeveral(all, take, ask));
  } finally {
    release();
    for (const { answer } of all) answer(denial);
  }
}

function untilAllAreOver(all: readonly OpenPermission[]) {
  const over = new AbortController();
  const look = () => {
    if (all.every(({ signal }) => signal.aborted)) over.abort();
  };
  const releases = all.map(({ signal }) => onceAborted(signal, look));
  return { signal: over.signal, release: () => releases.forEach(release => void release()) };
}
