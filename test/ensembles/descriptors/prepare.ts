import type { JsonObject } from '../../../src/converser/ground/json/json.ts';
import {
  createEnsembleRoster,
  type EnsembleRoster,
} from '../../../src/converser/words/ensemble/ensemble-roster.ts';
import type { Invoker, Returned } from '../../../src/converser/words/ensemble/invoker.ts';
import { defineTool, type Tool } from '../../../src/ensembles/define-tool.ts';
import { lazyKind } from '../../../src/ensembles/descriptors/ensemble-kind.ts';
import type { Diagnostic } from '../../../src/ensembles/descriptors/mistakes/diagnostic.ts';
import type {
  EnsembleFolder,
  PreparedEnsembles,
} from '../../../src/ensembles/descriptors/prepared-ensembles.ts';
import { mcpKind } from '../../../src/ensembles/mcp/ensemble/mcp-kind.ts';
import { type PrepareEnsemblesOptions, prepareEnsembles } from '../../../src/ensembles/prepare-ensembles.ts';
import { createFakeDescriptorFiles } from '../../fakes/fake-descriptor-files.ts';
import { createFakeHost } from '../../fakes/fake-host.ts';
import { createPorts } from '../mcp/servers.ts';
import { toolContext } from '../tool-context.ts';

/** Two shipped tools, one that reads and one that writes. */
const fakeTools: readonly Tool[] = [
  defineTool({
    name: 'greet',
    description: 'Greets someone.',
    annotations: { readOnly: true, destructive: false },
    arguments: {
      type: 'object',
      required: ['who'],
      additionalProperties: false,
      properties: { who: { type: 'string' } },
    },
    invoke: ({ who }) => ({ greeting: `Hello, ${who}` }),
  }),
  defineTool({
    name: 'forget_all',
    description: 'Forgets everything.',
    annotations: { readOnly: false, destructive: true },
    arguments: { type: 'object', properties: {} },
    invoke: () => 'forgotten',
  }),
];

export interface Prepared {
  readonly roster: EnsembleRoster;
  readonly ensembles: PreparedEnsembles;
}

export async function prepare(
  options: Partial<PrepareEnsemblesOptions> & Pick<PrepareEnsemblesOptions, 'folders'>,
): Promise<Prepared> {
  const roster = createEnsembleRoster();
  const { log } = createFakeHost();
  const kinds = [lazyKind('mcp', async () => mcpKind(createPorts()))];
  const ensembles = await prepareEnsembles({ tools: fakeTools, roster, log, kinds, ...options });
  return { roster, ensembles };
}

export function folder(path: string, more: Partial<EnsembleFolder> = {}): EnsembleFolder {
  return { path, origin: 'user', isTrusted: () => true, ...more };
}

/** What is told of a folder `/e` with these files. */
export async function diagnose(texts: Readonly<Record<string, string>>): Promise<readonly Diagnostic[]> {
  const files = createFakeDescriptorFiles(
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [`/e/${name}`, text])),
  );
  const { ensembles } = await prepare({ folders: [folder('/e')], files });
  const all = [...ensembles.diagnostics.values()].flat();
  await ensembles.dispose();
  return all;
}

export async function connect(roster: EnsembleRoster): Promise<void> {
  await roster.connect(new AbortController().signal);
}

export function find(roster: EnsembleRoster, reference: string): Invoker {
  const found = roster.find(reference);
  if (found.kind !== 'found') throw new Error(`${reference} is ${found.kind}`);
  return found.invoker;
}

export async function call(roster: EnsembleRoster, reference: string, args: JsonObject): Promise<Returned> {
  const invoker = find(roster, reference);
  return invoker.invocable(args, toolContext(`${invoker.ensemble}:${invoker.name}`, invoker.constants));
}
