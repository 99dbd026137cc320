import { cp, rm } from 'node:fs/promises';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { extensionOptions } from '../../../esbuild.js';
import { root } from './suite.ts';

/** What the server "everything" reads lies beside it, as in its package. */
const outdir = path.join(root, 'dist-test', 'programs');
const docs = path.join(root, 'dist-test', 'docs');

/**
 * Names the servers that tests start some two hundred times. A bundle takes half the time to start, and is the same
 * program: the lines in the guide, which are tested too, run the packages.
 */
export const bundledPrograms = { CONVERSER_TEST_PROGRAMS: outdir };

const inPackages = (name: string, ...places: readonly string[]) =>
  path.join(root, 'node_modules', '@modelcontextprotocol', name, ...places);
const inFakes = (name: string) => path.join(root, 'test', 'fakes', 'mcp', `${name}.ts`);

const programs = {
  'asking-stdio': inFakes('asking-stdio'),
  'logging-stdio': inFakes('logging-stdio'),
  'modern-stdio': inFakes('modern-stdio'),
  everything: inPackages('server-everything', 'dist', 'index.js'),
  filesystem: inPackages('server-filesystem', 'dist', 'index.js'),
  memory: inPackages('server-memory', 'dist', 'index.js'),
};

export async function bundlePrograms(): Promise<void> {
  await rm(outdir, { recursive: true, force: true });
  await esbuild.build({
    ...extensionOptions({ outdir }),
    entryPoints: programs,
    chunkNames: '[name]-[hash]',
    sourcemap: false,
  });
  await cp(inPackages('server-everything', 'dist', 'docs'), docs, { recursive: true });
}
