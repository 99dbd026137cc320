import { errors } from '../../../converser/errors.ts';
import { readAuxdata } from '../../../converser/invocation/auxdata.ts';
import type { JsonObject } from '../../../converser/json/json.ts';

const auxdataHeader = 'x-converser-auxdata';

/** What the client tells the tools that run here, and not the model. Throws `bad-arguments`. */
export function auxdataIn(headers: Headers): JsonObject | undefined {
  const written = headers.get(auxdataHeader);
  if (written === null || written === '') return undefined;
  // Clients disagree about the encoding of everything else.
  const isPlain = /^[\x20-\x7e\t]*$/.test(written);
  const read = isPlain ? readAuxdata(written) : { wrong: 'must be ASCII; write other characters as \\uXXXX' };
  if ('wrong' in read) throw errors.badArguments(`${auxdataHeader}: The header ${read.wrong}.`);
  return read.auxdata;
}
