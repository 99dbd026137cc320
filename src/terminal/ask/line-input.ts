import { StringDecoder } from 'node:string_decoder';

/** Contract: gets each line without its end, and `undefined` once the input has ended. */
export type TakeLine = (line: string | undefined) => void;

type LineInput = (taker: TakeLine) => () => void;

const inputs = new WeakMap<NodeJS.ReadableStream, LineInput>();

/** All share one reader for each input, so no line is lost between two of them. The latest one gets the lines. */
export function takeLines(input: NodeJS.ReadableStream, taker: TakeLine): () => void {
  const take = inputs.get(input) ?? createLineInput(input);
  inputs.set(input, take);
  return take(taker);
}

function createLineInput(input: NodeJS.ReadableStream): LineInput {
  const decoder = new StringDecoder();
  let takers: readonly TakeLine[] = [];
  let rest = '';
  let isAfterReturn = false;
  const hear = (data: Buffer | string) => {
    const text = typeof data === 'string' ? data : decoder.write(data);
    if (text === '') return;
    // A line that was passed on at `\r` may go on ending.
    const lines = `${rest}${isAfterReturn ? text.replace(/^\n/, '') : text}`.split(/\r\n|\r|\n/);
    isAfterReturn = text.endsWith('\r');
    rest = lines.pop() ?? '';
    for (const line of lines) takers.at(-1)?.(line);
  };
  const end = () => {
    if (rest !== '') takers.at(-1)?.(rest);
    rest = '';
    for (const take of takers) take(undefined);
  };
  return taker => {
    takers = [...takers, taker];
    if (takers.length === 1) input.on('data', hear).on('end', end).resume();
    if (!input.readable) queueMicrotask(() => taker(undefined));
    return () => {
      takers = takers.filter(each => each !== taker);
      if (takers.length === 0) input.off('data', hear).off('end', end).pause();
    };
  };
}
