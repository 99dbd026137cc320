import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { JsonSchema } from '../../../src/converser/ground/json/json.ts';
import type { Ensemble } from '../../../src/converser/words/ensemble/ensemble.ts';
import { createFakeEnsemble } from '../../fakes/fake-ensemble.ts';

interface ListedTool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: JsonSchema;
}

const folder = path.resolve(import.meta.dirname, '../../fixtures/tool-lists');

/** The tools of thirteen MCP servers of other authors, as they list them. */
export async function listedServers(): Promise<readonly Ensemble[]> {
  const files = (await Array.fromAsync(glob('*.json', { cwd: folder }))).sort();
  return await Promise.all(files.map(listed));
}

async function listed(file: string): Promise<Ensemble> {
  const { tools } = JSON.parse(await readFile(path.join(folder, file), 'utf8')) as {
    readonly tools: readonly ListedTool[];
  };
  const made = createFakeEnsemble(
    path.basename(file, '.json'),
    Object.fromEntries(
      tools.map(({ name, description = '', inputSchema }) => [
        name,
        { description, arguments: inputSchema, origin: 'user' as const, invocable: () => `${name} ran` },
      ]),
    ),
  );
  return { ...made, description: '', origin: 'user' };
}
