import { afterEach, beforeEach } from 'mocha';

interface Disposable {
  readonly dispose: () => unknown;
}

/** Something that each test of a suite gets anew, under one name for all of them. */
export function eachTest<T extends Disposable>(make: () => Promise<T>): T {
  let made: T | undefined;
  beforeEach(async () => {
    made = undefined;
    made = await make();
  });
  afterEach(async () => {
    await made?.dispose();
  });
  return forwarding(() => {
    if (made === undefined) throw new Error('It is there only while a test runs.');
    return made;
  });
}

/** An object that is always the current one. */
export function forwarding<T extends object>(current: () => T): T {
  return new Proxy({} as T, { get: (_, key) => Reflect.get(current(), key) });
}
