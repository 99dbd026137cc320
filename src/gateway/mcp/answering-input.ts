import { type Readable, Transform } from 'node:stream';
import { type JsonValue, parseJson } from '../../converser/ground/json/json.ts';
import { readRequest } from './read-request.ts';

export interface Refusal {
  readonly jsonrpc: '2.0';
  readonly id: JsonValue;
  readonly error: { readonly code: number; readonly message: string };
}

const lineEnd = 10;

/** In bytes of one message. */
const longest = 10_000_000;

/** Passes on messages, one a line, in the form that the library reads, and has the others answered. */
export function answeringInput(input: Readable, answer: (refusal: Refusal) => void): Readable {
  let pieces: Buffer[] = [];
  let size = 0;
  const transform = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let from = 0;
      for (let end = chunk.indexOf(lineEnd); end !== -1; end = chunk.indexOf(lineEnd, from)) {
        const line = Buffer.concat([...pieces, chunk.subarray(from, end)]).toString('utf8');
        for (const message of messagesIn(line.trim(), answer)) this.push(`${JSON.stringify(message)}\n`);
        pieces = [];
        size = 0;
        from = end + 1;
      }
      pieces.push(chunk.subarray(from));
      size += chunk.length - from;
      done(size > longest ? new Error('A message is too long.') : null);
    },
  });
  return input.pipe(transform);
}

function messagesIn(line: string, answer: (refusal: Refusal) => void): readonly JsonValue[] {
  const value = parseJson(line);
  if (value === undefined) {
    // Other lines, such as a greeting, weren't meant as a request.
    if (/^[[{]/.test(line))
      answer({ jsonrpc: '2.0', id: null, error: { code: -32_700, message: 'A line isn’t valid JSON.' } });
    return [];
  }
  return (Array.isArray(value) ? value : [value]).flatMap((each: JsonValue) => {
    const read = readRequest(each);
    if (read.kind === 'message') return [read.message];
    const { id, code, message } = read;
    answer({ jsonrpc: '2.0', id, error: { code, message } });
    return [];
  });
}
