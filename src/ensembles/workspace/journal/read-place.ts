import { openRegular } from '../../../files/read-regular-file.ts';
import { orAbsent } from '../real-path.ts';

export interface BytesPlace {
  readonly at: number;
  readonly size: number;
}

/** Resolves to `undefined` where the file, or some of these bytes, are gone. */
export async function readPlace(file: string, { at, size }: BytesPlace): Promise<Buffer | undefined> {
  const opened = await openRegular(file).catch(orAbsent);
  if (opened === undefined) return undefined;
  try {
    const bytes = await opened.readAt(at, size);
    return bytes.length === size ? bytes : undefined;
  } finally {
    opened.close();
  }
}
