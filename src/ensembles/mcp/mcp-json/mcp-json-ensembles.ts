import { defined } from '../../../converser/ground/json/defined.ts';
import { canonicalJson, type JsonObject } from '../../../converser/ground/json/json.ts';
import type { Ensemble } from '../../../converser/words/ensemble/ensemble.ts';
import type { DescriptorFiles } from '../../descriptors/files/descriptor-files.ts';
import type { KeyPath } from '../../descriptors/mistakes/diagnostic.ts';
import {
  type DescriptorPlace,
  type PreparedDescriptor,
  wholeFile,
} from '../../descriptors/prepare-descriptor.ts';
import type { ForeignFile } from '../../descriptors/prepared-ensembles.ts';
import type { DefinitionSource, ServerDefinition } from '../definition/server-definition.ts';
import { type McpJson, readMcpJson } from './read-mcp-json.ts';

export interface McpJsonPlace {
  readonly name: string;
  readonly section?: KeyPath;
  readonly kind: DefinitionSource['kind'];
  readonly folder?: string;
  readonly isShared?: true;
}

export function mcpJsonEnsembles(
  create: (definition: ServerDefinition) => Ensemble,
): (place: McpJsonPlace) => ForeignFile {
  const made = new Map<string, Map<string, Ensemble>>();

  function ensembleOf(
    file: string,
    definition: ServerDefinition,
    before: ReadonlyMap<string, Ensemble>,
  ): Ensemble {
    const key = canonicalJson(definition as unknown as JsonObject);
    const ensemble = before.get(key) ?? create(definition);
    made.get(file)?.set(key, ensemble);
    return ensemble;
  }

  function prepared(
    place: DescriptorPlace,
    { diagnostics, servers }: McpJson,
  ): readonly PreparedDescriptor[] {
    const { file } = place;
    const before = made.get(file) ?? new Map();
    made.set(file, new Map());
    const common = { ...place, folders: [file], isCurrent };
    return [
      { ...common, diagnostics },
      ...servers.map(({ name, definition, diagnoseName }) =>
        defined({
          ...common,
          name,
          diagnoseName,
          diagnostics: [],
          ensemble: definition && ensembleOf(file, definition, before),
        }),
      ),
    ];
  }

  return at => ({
    name: at.name,
    prepare: async (place, files) => prepared(place, await read(place, at, files)),
  });
}

const isCurrent = async () => false;

async function read(
  { file, origin }: DescriptorPlace,
  { section = [], kind, folder, isShared }: McpJsonPlace,
  files: DescriptorFiles,
): Promise<McpJson> {
  const found = await files.read(file);
  if (found === undefined) return { servers: [], diagnostics: [wholeFile(file, 'This file can’t be read.')] };
  if (found.problem !== undefined) return { servers: [], diagnostics: [wholeFile(file, found.problem)] };
  return readMcpJson(
    defined({ file, text: found.text, section, origin, source: { kind, place: file }, folder, isShared }),
  );
}
