import { buffer } from 'node:stream/consumers';
import { aborted, orAborted } from '../../converser/ground/async/abort.ts';
import { hasCode } from '../../converser/ground/causes.ts';
import { errors, reasonOf } from '../../converser/ground/errors.ts';
import { type Attached, type Attachment, mostAttached } from '../../converser/turn/attachments/attachment.ts';
import { fileAttachment } from '../../converser/turn/attachments/bytes-attachment.ts';
import { locateAbsolute } from '../../converser/words/workspace/paths.ts';
import type { Root } from '../../converser/words/workspace/workspace.ts';
import type { WorkspaceAttachments } from '../../ensembles/workspace/attachments/workspace-attachments.ts';
import { slashed } from '../../ensembles/workspace/real-path.ts';
import { readBytes } from '../../files/read-regular-file.ts';

export interface NamingPorts {
  readonly attachments: Pick<WorkspaceAttachments, 'place' | 'outside' | 'gitDiff'>;
  readonly roots: readonly Root[];
}

/** `--attach` names absolute paths, also outside of the roots, and `-` for the standard input. */
export async function attachNamed(
  names: readonly string[],
  ports: NamingPorts,
  signal: AbortSignal,
): Promise<readonly Attached[]> {
  const attached: Attached[] = [];
  for (const name of names) {
    const mention = { start: 0, end: 0, target: { kind: 'place', path: name, isSure: true } } as const;
    try {
      const attachment = name === '-' ? await fromInput(signal) : await attachFile(name, ports, signal);
      attached.push({ mention, attachment });
    } catch (cause) {
      attached.push({ mention, title: name, problem: reasonOf(cause) });
    }
  }
  return attached;
}

async function fromInput(signal: AbortSignal): Promise<Attachment> {
  const bytes = await orAborted(buffer(process.stdin), signal);
  if (bytes === aborted) throw errors.cancelled();
  return fileAttachment(bytes, { title: 'standard input', name: 'standard input' });
}

async function attachFile(
  file: string,
  { attachments, roots }: NamingPorts,
  signal: AbortSignal,
): Promise<Attachment> {
  const path = slashed(file);
  if (locateAbsolute(path, roots) !== undefined) {
    const found = await attachments.place({ kind: 'place', path, isSure: true }, signal);
    if (found === undefined) throw errors.badArguments('There is no such file or folder');
    return found;
  }
  return attachments.outside({ path, bytes: await readWhole(file) });
}

function readWhole(file: string): Promise<Uint8Array> {
  return readBytes(file, { most: mostAttached.pdfBytes, followsLinks: true }).catch(cause => {
    if (hasCode(cause, 'EISDIR'))
      throw errors.badArguments('It is a folder outside of the workspace. Add it with --root');
    throw errors.badArguments(reasonOf(cause).replace(/^it/, 'It'));
  });
}
