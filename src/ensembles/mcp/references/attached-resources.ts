import { errors, reasonOf } from '../../../converser/ground/errors.ts';
import type { Content } from '../../../converser/words/canister/content.ts';
import { type Label, ofOutside, type ReadLabel } from '../../../converser/words/labels/label.ts';
import { sourceOf } from '../definition/server-definition.ts';
import type { McpEnsemble } from '../ensemble/mcp-ensemble.ts';
import { meantBy } from './resource-reference.ts';

export interface AttachedResourcesOptions {
  readonly servers: readonly McpEnsemble[];
  readonly onRead: (server: McpEnsemble, uri: string) => void;
  readonly signal: AbortSignal;
}

export interface AttachedResources {
  readonly documents: readonly Content[];
  readonly labels: ReadonlyMap<Content, ReadLabel>;
}

/** Throws a `ConverserError` when a resource cannot be read. Other words with `@` are left alone. */
export async function attachedResources(
  message: string,
  options: AttachedResourcesOptions,
): Promise<AttachedResources> {
  const byName = new Map(options.servers.map(server => [server.name, server]));
  const wanted = new Map<string, { readonly server: McpEnsemble; readonly uri: string }>();
  for (const [, name = '', uri = ''] of message.matchAll(/(?:^|\s)@([a-z0-9][a-z0-9_-]*):(\S+)/g)) {
    const server = byName.get(name);
    if (server !== undefined) wanted.set(`${name}:${uri}`, { server, uri });
  }
  const read = await Promise.all(
    [...wanted.values()].map(async one => {
      const label = { ...labelOfServer(one.server), read: `@${one.server.name}:${one.uri}` };
      return (await readOne(one, options)).map(part => [part, label] as const);
    }),
  );
  const labels = new Map(read.flat());
  return { documents: [...labels.keys()], labels };
}

export function labelOfServer({ definition }: Pick<McpEnsemble, 'definition'>): Label {
  return ofOutside(sourceOf(definition));
}

async function readOne(
  { server, uri }: { readonly server: McpEnsemble; readonly uri: string },
  { onRead, signal }: AttachedResourcesOptions,
): Promise<readonly Content[]> {
  let first: unknown;
  for (const candidate of meantBy(uri)) {
    try {
      const document = await server.attach(candidate, signal);
      onRead(server, candidate);
      return document;
    } catch (cause) {
      first ??= cause;
    }
  }
  throw errors.attachmentFailed(`@${server.name}:${uri}`, reasonOf(first));
}
