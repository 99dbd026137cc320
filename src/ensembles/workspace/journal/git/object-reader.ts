import { createHash } from 'node:crypto';
import { mirrorOf } from './git-mirror.ts';
import type { GitState } from './git-state.ts';
import { startGit } from './run-git.ts';

export interface ObjectReader {
  read(oid: string): Promise<Uint8Array | undefined>;
  end(): void;
}

/** `repository` is a bare one. */
function createObjectReader(repository: string): ObjectReader {
  const child = startGit(['--git-dir', '.', 'cat-file', '--batch'], repository);
  let chunks: Buffer[] = [];
  let hasEnded = false;
  let wake = () => {};
  const end = () => {
    hasEnded = true;
    wake();
  };
  child.once('error', end).once('close', end);
  child.stdin?.on('error', () => {});
  child.stdout?.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    wake();
  });

  async function take(lengthIn: (bytes: Buffer) => number | undefined): Promise<Buffer | undefined> {
    let least = 1;
    for (;;) {
      const there = chunks.reduce((sum, { length }) => sum + length, 0);
      if (there >= least) {
        const bytes = Buffer.concat(chunks);
        const length = lengthIn(bytes);
        chunks = [bytes.subarray(length !== undefined && length <= there ? length : 0)];
        if (length !== undefined && length <= there) return bytes.subarray(0, length);
        least = Math.max(there + 1, length ?? 0);
      }
      if (hasEnded) return undefined;
      const { promise, resolve } = Promise.withResolvers<void>();
      wake = resolve;
      await promise;
    }
  }

  return {
    async read(oid) {
      if (hasEnded) return undefined;
      child.stdin?.write(`${oid}\n`);
      const head = await take(bytes => (bytes.includes(10) ? bytes.indexOf(10) + 1 : undefined));
      const [, size] = /^[0-9a-f]+ blob (\d+)\n$/.exec(head?.toString() ?? '') ?? [];
      if (size === undefined) return undefined;
      const content = await take(() => Number(size) + 1);
      const bytes = content?.subarray(0, -1);
      return bytes !== undefined && oidOf(bytes) === oid ? bytes : undefined;
    },
    end: () => void child.stdin?.end(),
  };
}

function oidOf(bytes: Uint8Array): string {
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

export function createObjects(git: readonly GitState[], mirrors: string): ObjectReader {
  const readers = new Map<string, ObjectReader>();
  return {
    async read(oid) {
      for (const { common } of git) {
        const reader = readers.get(common) ?? createObjectReader(mirrorOf({ common }, mirrors));
        readers.set(common, reader);
        const bytes = await reader.read(oid);
        if (bytes !== undefined) return bytes;
      }
      return undefined;
    },
    end() {
      for (const reader of readers.values()) reader.end();
    },
  };
}
