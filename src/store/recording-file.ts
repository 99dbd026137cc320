import { closeSync, constants, fstatSync, mkdirSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import { appending } from '../files/read-regular-file.ts';

/** In bytes. */
export const largestRecording = 20 * 1024 ** 2;

/** `media/recording.schema.json` explains what follows this line. */
export const recordingHead = { format: 'converser-recording', version: 1 } as const;

/** Lies beside the conversation, and goes with it. */
export function recordingFile(folder: string, conversation: string): string {
  return path.join(folder, `${conversation}.recording`);
}

/** Goes on with a recording that is there. */
export function beginRecording(file: string): boolean {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  return addToRecording(file, JSON.stringify(recordingHead), appending);
}

/** Returns `false` if it is full. Throws `ENOENT` if it was deleted with its conversation. */
export function addToRecording(file: string, line: string, flags = appending & ~constants.O_CREAT): boolean {
  const opened = openSync(file, flags, 0o600);
  try {
    const bytes = Buffer.from(`${line}\n`);
    if (fstatSync(opened).size + bytes.length > largestRecording) return false;
    if (writeSync(opened, bytes) < bytes.length) throw new Error('The disk is full.');
    return true;
  } finally {
    closeSync(opened);
  }
}
