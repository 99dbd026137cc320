import path from 'node:path';
import { replaceFile } from '../../../files/replace-file.ts';

interface Started {
  readonly file: string;
  readonly args: readonly string[];
}

/**
 * With your network, a command would reach sockets that have a name without a file, such as that of your desktop, on
 * which it could type. `inside` is bubblewrap. `folder` keeps the filter.
 */
export async function withoutLocalSockets(inside: Started, folder: string): Promise<Started> {
  const filter = filterFor(process.arch);
  if (filter === undefined) return inside;
  const place = path.join(folder, 'sockets.bpf');
  await replaceFile(place, filter, { mode: 0o600 });
  const { file, args } = inside;
  return { file: '/bin/sh', args: ['-c', 'exec "$@" 9< "$0"', place, file, '--seccomp', '9', ...args] };
}

/** Of seccomp(2): the numbers that tell the processor apart, and of `socket`. */
const processors: Readonly<Record<string, readonly [processor: number, socket: number]>> = {
  x64: [0xc000003e, 41],
  arm64: [0xc00000b7, 198],
};

const [load, isEqual, isAtLeast, end] = [0x20, 0x15, 0x35, 0x06];
const [allowed, noSuchFamily, noSuchCall] = [0x7fff0000, 0x00050000 | 97, 0x00050000 | 38];
const [ioUringSetup, firstOfX32, local] = [425, 0x40000000, 1];

/** Programs for another processor, which have other numbers, don't run so; nor does what makes sockets in another way. */
function filterFor(arch: string): Buffer | undefined {
  const known = processors[arch];
  if (known === undefined) return undefined;
  const [processor, socket] = known;
  const lines: readonly (readonly [code: number, ifSo: number, ifNot: number, value: number])[] = [
    [load, 0, 0, 4],
    [isEqual, 0, 8, processor],
    [load, 0, 0, 0],
    [isEqual, 6, 0, ioUringSetup],
    [isAtLeast, 5, 0, firstOfX32],
    [isEqual, 0, 2, socket],
    [load, 0, 0, 16],
    [isEqual, 1, 0, local],
    [end, 0, 0, allowed],
    [end, 0, 0, noSuchFamily],
    [end, 0, 0, noSuchCall],
  ];
  return Buffer.concat(
    lines.map(([code, ifSo, ifNot, value]) => {
      const line = Buffer.alloc(8);
      line.writeUInt16LE(code, 0);
      line.writeUInt8(ifSo, 2);
      line.writeUInt8(ifNot, 3);
      line.writeUInt32LE(value, 4);
      return line;
    }),
  );
}
