import { execFile } from 'node:child_process';
import type { ChangeRecord } from '../../../../../src/converser/words/workspace/undo-journal.ts';

/** Runs lines for `sh` as a tool would: watched, and whatever they come to. Resolves to what couldn't be kept. */
export async function runWatched(
  record: ChangeRecord,
  lines: string,
  folder: string,
): Promise<readonly string[]> {
  const { signal } = new AbortController();
  const { notKept, done } = await record.watch({ tool: 'shell:run_command', signal });
  await runLines(lines, folder);
  await done();
  return notKept;
}

export function runLines(lines: string, folder: string): Promise<void> {
  return new Promise(resolve => {
    execFile('/bin/sh', ['-c', lines], { cwd: folder }, () => resolve());
  });
}
