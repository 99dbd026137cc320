import path from 'node:path';
import type { DescriptorFiles } from './descriptor-files.ts';
import { isInside } from './is-inside.ts';

export type ReadBeside =
  | {
      readonly kind: 'read';
      readonly path: string;
      readonly text: string;
      readonly realFolder: string;
    }
  | { readonly kind: 'refused'; readonly reason: string };

/** Invariant: what is read lies in the folder of the naming file or below, symbolic links resolved. */
export async function readBeside(
  written: string,
  namedBy: string,
  read: DescriptorFiles['read'],
): Promise<ReadBeside> {
  const shown = JSON.stringify(written);
  const folder = path.dirname(namedBy);
  const target = path.resolve(folder, written);
  // A colon is a drive or an alternate stream on Windows, and a backslash separates there only.
  if (path.isAbsolute(written) || /[\\:\0]/.test(written) || !isInside(folder, target)) {
    return refuse(`${shown} must be a relative path, written with /, that stays in the folder of this file.`);
  }
  const [file, self] = await Promise.all([read(target), read(namedBy)]);
  if (file === undefined || self === undefined) {
    return refuse(`${shown} doesn’t exist in ${folder} or can’t be read.`);
  }
  if (file.problem !== undefined) return refuse(`${shown}: ${file.problem}`);
  const realFolder = path.dirname(self.realPath);
  if (!isInside(realFolder, file.realPath)) {
    return refuse(`${shown} is a symbolic link that leaves the folder of this file.`);
  }
  return { kind: 'read', path: target, text: file.text, realFolder };
}

function refuse(reason: string): ReadBeside {
  return { kind: 'refused', reason };
}
