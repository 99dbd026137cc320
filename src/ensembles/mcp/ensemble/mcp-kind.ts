import path from 'node:path';
import type { Origin } from '../../../converser/ensemble/invoker.ts';
import { defined } from '../../../converser/json/defined.ts';
import type { Descriptor, InvokerDescriptor, ServerDescriptor } from '../../descriptors/descriptor.ts';
import type { EnsembleKind } from '../../descriptors/ensemble-kind.ts';
import { inside, type Mistake, mistake } from '../../descriptors/mistakes/diagnostic.ts';
import {
  ordinaryMaxTimeout,
  ordinaryTimeout,
  type ServerDefinition,
  type ServerTransport,
  type ToolSettings,
} from '../definition/server-definition.ts';
import type { ToolProblem } from '../manifest/tool-invokers.ts';
import { createMcpEnsemble } from './mcp-ensemble.ts';
import type { McpParts } from './mcp-ports.ts';

/** Ensembles whose tools are those of a server that the table `[server]` describes. */
export function mcpKind(parts: McpParts): EnsembleKind {
  return {
    kind: 'mcp',
    async prepare(descriptor, { origin, report }) {
      const { server } = descriptor;
      const mistakes = namedTwice(descriptor);
      if (server === undefined || mistakes.length > 0) return { mistakes };
      const ensemble = createMcpEnsemble(defineServer(descriptor, server, origin), {
        ...parts,
        report(definition, problems) {
          parts.report?.(definition, problems);
          report(problems.flatMap(problem => asMistake(problem, descriptor)));
        },
      });
      return { ensemble, mistakes };
    },
  };
}

/** What a descriptor says of a server and its tools. */
function defineServer(descriptor: Descriptor, server: ServerDescriptor, origin: Origin): ServerDefinition {
  const { name, title, description, enabled, defaults, document, invokers } = descriptor;
  const timeout = inMilliseconds(defaults.timeout) ?? ordinaryTimeout;
  const startTimeout = inMilliseconds(server.startTimeout);
  return {
    name,
    origin,
    enabled,
    timeout,
    source: { kind: 'descriptor', place: document.file },
    transport: transportOf(server),
    eager: server.eager ?? false,
    maxTimeout: Math.max(timeout, inMilliseconds(server.maxTimeout) ?? ordinaryMaxTimeout),
    sampling: server.sampling ?? false,
    tools: Object.fromEntries(invokers.map(written => [written.name ?? '', settingsOf(written)])),
    ...(startTimeout === undefined ? {} : { startTimeout }),
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(defaults.maxRetries === undefined ? {} : { maxRetries: defaults.maxRetries }),
    ...(defaults.onFailure === undefined ? {} : { onFailure: defaults.onFailure }),
    // It came in `.converser/ensembles` of the folder.
    ...(origin === 'workspace' ? { folder: path.resolve(document.file, '..', '..', '..') } : {}),
  };
}

/** Which keys there are has been checked against the schema. */
function transportOf(server: ServerDescriptor): ServerTransport {
  if (server.transport !== 'stdio') {
    const { transport: kind, url = '', headers = {}, oauthClientId, oauthClientSecret, oauthScope } = server;
    return defined({ kind, url, headers, oauthClientId, oauthClientSecret, oauthScope });
  }
  const { command = '', args = [], env = {}, envFile, cwd } = server;
  return defined({ kind: 'stdio', command, args, env, envFile, cwd });
}

function settingsOf({ timeout, ...written }: InvokerDescriptor): ToolSettings {
  const { name: _name, place: _place, ...settings } = written;
  const limit = inMilliseconds(timeout);
  return { ...settings, ...(limit === undefined ? {} : { timeout: limit }) };
}

function inMilliseconds(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : seconds * 1000;
}

function namedTwice({ invokers }: Descriptor): readonly Mistake[] {
  const names = invokers.map(({ name }) => name);
  return invokers
    .filter(({ name }, index) => names.indexOf(name) !== index)
    .map(({ name, place }) =>
      mistake(inside(place, 'name'), 'value', `There are settings for ${JSON.stringify(name)} already.`),
    );
}

/** What the server shows to be wrong in the descriptor, where it is written. A quarantine is no mistake in it. */
function asMistake({ kind, tool, message }: ToolProblem, descriptor: Descriptor): readonly Mistake[] {
  const written = descriptor.invokers.find(({ name }) => name === tool);
  if (kind === 'quarantined') return [];
  if (written !== undefined) return [mistake(inside(written.place, 'name'), 'value', message)];
  const place = { document: descriptor.document, path: ['server'] };
  return [mistake(place, 'key', `The tool ${JSON.stringify(tool)} is left out. ${message}`)];
}
