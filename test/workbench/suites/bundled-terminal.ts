import { rm } from 'node:fs/promises';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { extensionOptions } from '../../../esbuild.js';
import { root } from './suite.ts';

/** As deep in the repository as the source, because the program finds its tools' descriptors from where it lies. */
const outdir = path.join(root, 'dist-test', 'terminal');

/**
 * Names the terminal's program for tests, which start it some ninety times. As a bundle it takes half the time to
 * start, and is the same program: the READMEs' lines, which are tested too, run the sources.
 */
export const bundledTerminal = { CONVERSER_TEST_TERMINAL: path.join(outdir, 'main.js') };

export async function bundleTerminal(): Promise<void> {
  await rm(outdir, { recursive: true, force: true });
  await esbuild.build({
    ...extensionOptions({ outdir }),
    entryPoints: { main: path.join(root, 'src', 'terminal', 'main.ts') },
    chunkNames: '[name]-[hash]',
    // It finds its program from where its package lies.
    external: ['@vscode/ripgrep'],
    sourcemap: false,
  });
}
