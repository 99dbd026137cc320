import type { Flow } from './flow.ts';

export function flowOfBody(body: ReadableStream<Uint8Array>): Flow<Uint8Array> {
  const reader = body.getReader();
  return {
    begin: () => [],
    pull({ take, fail }) {
      reader.read().then(({ value, done }) => take(done ? [] : [value], done), fail);
    },
    leave: reason => reader.cancel(reason),
  };
}
