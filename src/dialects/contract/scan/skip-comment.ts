import { type Reader, refill, type Scan, scanThrough, skipSpace } from './reader.ts';

export function* skipComment(reader: Reader): Scan<boolean> {
  if (reader.dry() && !(yield* refill(reader))) return false;
  const mark = reader.current();
  if (mark !== '/' && mark !== '*') return false;
  reader.take();
  yield* scanThrough(reader, mark === '/' ? '\n' : '*/');
  return true;
}

export function* skipBlank(reader: Reader): Scan<void> {
  for (;;) {
    yield* skipSpace(reader);
    if (reader.current() !== '/') return;
    reader.take();
    if (!(yield* skipComment(reader))) return;
  }
}
