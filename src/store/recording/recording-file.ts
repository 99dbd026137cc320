import { closeSync, constants, fstatSync, mkdirSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import { hasCode } from '../../converser/ground/causes.ts';
import { appending } from '../../files/read-regular-file.ts';

/** In bytes. */
export const largestRecording = 20 * 1024 ** 2;

/** Lies beside the conversation, and goes with it. */
export function recordingFile(folder: string, conversation: string): string {
  return path.join(folder, `${conversation}.recording`);
}

/** `media/recording.schema.json` explains the lines. */
export const recordingHead = { format: 'converser-recording', version: 1 } as const;

/** Goes on with a recording that is there. Returns whether there is room in it. */
export function beginRecording(file: string): boolean {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  return write(file, size => (size === 0 ? JSON.stringify(recordingHead) : ''), appending) === 'written';
}

/** `gone` means that the conversation was deleted meanwhile. */
export function addToRecording(file: string, line: string): 'written' | 'full' | 'gone' {
  try {
    return write(file, () => line, appending & ~constants.O_CREAT);
  } catch (cause) {
    if (hasCode(cause, 'ENOENT')) return 'gone';
    throw cause;
  }
}

function write(file: string, lineAfter: (size: number) => string, flags: number): 'written' | 'full' {
  const opened = openSync(file, flags, 0o600);
  try {
    const { size } = fstatSync(opened);
    const line = lineAfter(size);
    const bytes = Buffer.from(line === '' ? '' : `${line}\n`);
    if (size + bytes.length > largestRecording) return 'full';
    if (writeSync(opened, bytes) < bytes.length) throw new Error('The disk is full.');
    return 'written';
  } finally {
    closeSync(opened);
  }
}
