import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { installOnce } from './workbench/ground/cache.mjs';
import { npm } from './workbench/ground/npm.mjs';

/** A program of somebody else, as npm has it. */
export interface Installable {
  readonly package: string;
  readonly version: string;
  readonly bin: string;
}

/** The program's own file, installed once for all clones. */
export async function installed({ package: name, version, bin }: Installable): Promise<string> {
  const folder = await installOnce(`client-${bin}-${version}`, async into => {
    await writeFile(path.join(into, 'package.json'), '{"private":true}');
    await npm(['install', `${name}@${version}`], { cwd: into, logName: `install-${bin}` });
  });
  return path.join(folder, 'node_modules', '.bin', bin);
}
