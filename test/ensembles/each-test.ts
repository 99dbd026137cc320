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
  return forwarding(() => made);
}

/** The same of what needs no disposal. */
export function createdEach<T extends object>(create: () => T): T {
  let created: T | undefined;
  beforeEach(() => {
    created = create();
  });
  return forwarding(() => created);
}

/** An object that is always the current one, and only there while a test runs. */
export function forwarding<T extends object>(current: () => T | undefined): T {
  return new Proxy({} as T, { get: (_, key) => Reflect.get(current() ?? {}, key) });
}
