import { errors } from '../../converser/ground/errors.ts';
import type { JsonValue } from '../../converser/ground/json/json.ts';
import type { Asked, AskedHeaders } from '../asked.ts';
import { Refused, refusals } from '../refusal.ts';
import { codings, decompressed } from './decompressed.ts';
import { parseSafely } from './safe-json.ts';

/** Refuses what is too large by its own account, or compressed in an unknown way, before it is read. */
export function checkAnnounced({ headers }: Asked, limit: number): void {
  const length = Number(headers.get('content-length') ?? 0);
  if (length > limit) throw new Refused(refusals.tooLarge(limit));
  const coding = codingOf(headers);
  if (coding !== undefined && !codings.includes(coding)) throw new Refused(refusals.encoded(coding, codings));
}

function codingOf(headers: AskedHeaders): string | undefined {
  const coding = headers.get('content-encoding')?.trim().toLowerCase() ?? '';
  return coding === '' || coding === 'identity' ? undefined : coding;
}

export async function readBody(request: Asked, limit: number): Promise<JsonValue | undefined> {
  const bytes = await request.body(limit);
  if (bytes.length === 0) return undefined;
  const coding = codingOf(request.headers);
  return parseSafely(decoded(coding === undefined ? bytes : await decompressed(bytes, { coding, limit })));
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw errors.badArguments('The body must be JSON in UTF-8.');
  }
}
