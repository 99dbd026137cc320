import { type Readable, Transform } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { type JsonObject, type JsonValue, parseJson } from '../../converser/ground/json/json.ts';
import { readRequest } from './read-request.ts';

/** In characters of one message. */
const longest = 10_000_000;

/** Passes on messages, one a line, in the form that the library reads, and has the others answered. */
export function answeringInput(input: Readable, answer: (refusal: JsonObject) => void): Readable {
  const decoder = new StringDecoder('utf8');
  let open = '';
  const transform = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const lines = decoder.write(chunk).split('\n');
      lines[0] = open + lines[0];
      open = lines.pop() ?? '';
      for (const message of lines.flatMap(line => messagesIn(line.trim(), answer)))
        this.push(`${JSON.stringify(message)}\n`);
      done(open.length > longest ? new Error('A message is too long.') : null);
    },
  });
  return input.pipe(transform);
}

function messagesIn(line: string, answer: (refusal: JsonObject) => void): readonly JsonValue[] {
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
