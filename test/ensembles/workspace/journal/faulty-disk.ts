import type { FileHandle } from 'node:fs/promises';
import disk from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';

/** `dies`: nothing goes on behind that step, which is half done. `full`: from then on, the disk takes nothing more. */
export interface Fault {
  readonly kind: 'dies' | 'full';
  readonly step: number;
}

type Step = (...args: never[]) => Promise<unknown>;
type Steps = Record<string, Step>;

const changing = ['rename', 'mkdir', 'rmdir', 'rm', 'symlink', 'link', 'chmod', 'truncate', 'appendFile'];
const changingHandle = ['write', 'appendFile', 'datasync', 'sync', 'truncate', 'chmod'];
/** These need no room. */
const free = ['rm', 'rmdir', 'chmod', 'truncate'];

/** Runs work on this disk, each change of which is a step. Resolves to whether the fault came. */
export async function withFault({ kind, step }: Fault, work: () => Promise<unknown>): Promise<boolean> {
  const functions = disk as unknown as Steps;
  const own = { ...functions };
  const opened: FileHandle[] = [];
  const { promise: death, resolve: die } = Promise.withResolvers<void>();
  let steps = 0;
  const faulty =
    (name: string, todo: Step): Step =>
    async (...args) => {
      if (++steps < step) return todo(...args);
      if (kind === 'full' && free.includes(name)) return todo(...args);
      if (kind === 'full' || steps === step) await halve(name, todo, args);
      if (kind === 'full')
        throw Object.assign(new Error('ENOSPC: the disk is full'), { code: 'ENOSPC', errno: -28 });
      die();
      return new Promise<never>(() => {});
    };
  for (const name of changing) functions[name] = faulty(name, own[name] as Step);
  functions.open = async (...args) => {
    const [, flags] = args as unknown as [string, string | number];
    const makes = typeof flags === 'number' ? (flags & 0o100) !== 0 : flags !== 'r';
    const open = async () => (own.open as Step)(...args);
    const handle = (await (makes ? faulty('open', open)() : open())) as FileHandle;
    opened.push(handle);
    const methods = handle as unknown as Steps;
    for (const name of changingHandle) {
      const method = (methods[name] as Step).bind(handle);
      methods[name] = faulty(name, method as Step);
    }
    return handle;
  };
  syncBuiltinESMExports();
  try {
    await Promise.race([death, work()]);
    return steps >= step;
  } finally {
    Object.assign(functions, own);
    syncBuiltinESMExports();
    for (const handle of kind === 'dies' ? opened : []) await handle.close().catch(() => {});
  }
}

/** A killed program leaves half of what takes long, and so does a full disk. */
async function halve(name: string, todo: Step, args: readonly unknown[]): Promise<void> {
  const [first, ...rest] = args;
  if ((name === 'write' || name === 'appendFile') && first instanceof Uint8Array) {
    const [at = 0, length = first.length, ...others] = rest.filter(each => typeof each === 'number');
    const half =
      name === 'write' ? [first, at, Math.floor(length / 2), ...others] : [first.subarray(0, length / 2)];
    await todo(...(half as never[]));
  }
  if (name !== 'rm') return;
  const names = await disk.readdir(first as string, { encoding: 'buffer' }).catch(() => []);
  const inner = names.slice(0, 1).map(each => Buffer.concat([Buffer.from(`${first}${path.sep}`), each]));
  for (const each of inner) await todo(each as never, { recursive: true } as never);
}
