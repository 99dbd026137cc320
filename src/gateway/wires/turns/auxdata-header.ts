import { readAuxdata } from '../../../converser/call/invocation/auxdata.ts';
import { errors } from '../../../converser/ground/errors.ts';
import type { JsonObject } from '../../../converser/ground/json/json.ts';

const auxdataHeader = 'x-converser-auxdata';

/** Tells something to the tools that run here, and not to the model. Throws `bad-arguments`. */
export function auxdataIn(headers: Headers): JsonObject | undefined {
  const written = headers.get(auxdataHeader);
  if (written === null || written === '') return undefined;
  // Clients disagree about other encodings.
  const isPlain = /^[\x20-\x7e\t]*$/.test(written);
  const read = isPlain ? readAuxdata(written) : { wrong: 'must be ASCII; write other characters as \\uXXXX' };
  if ('wrong' in read) throw errors.badArguments(`${auxdataHeader}: The header ${read.wrong}.`);
  return read.auxdata;
}
