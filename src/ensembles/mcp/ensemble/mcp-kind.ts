import path from 'node:path';
import { defined } from '../../../converser/ground/json/defined.ts';
import { commandWords, stdioCommand } from '../../../converser/ground/wording/command-words.ts';
import type { Origin } from '../../../converser/words/ensemble/invoker.ts';
import type { Descriptor, InvokerDescriptor, ServerDescriptor } from '../../descriptors/descriptor.ts';
import type { EnsembleKind } from '../../descriptors/ensemble-kind.ts';
import { idleRetries } from '../../descriptors/idle-retries.ts';
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
import type { McpPorts } from './mcp-ports.ts';

export function mcpKind(ports: McpPorts): EnsembleKind {
  return {
    kind: 'mcp',
    async prepare(descriptor, { origin, report }) {
      const { server } = descriptor;
      const mistakes = [...namedTwice(descriptor), ...ownSamenesses(descriptor)];
      if (server === undefined || mistakes.length > 0) return { mistakes };
      const ensemble = createMcpEnsemble(defineServer(descriptor, server, origin), {
        ...ports,
        tools: {
          ...ports.tools,
          report(definition, problems) {
            ports.tools.report?.(definition, problems);
            report(problems.flatMap(problem => asMistake(problem, descriptor)));
          },
        },
      });
      return { ensemble, mistakes: descriptor.invokers.flatMap(written => idleRetries(written)) };
    },
  };
}

function defineServer(descriptor: Descriptor, server: ServerDescriptor, origin: Origin): ServerDefinition {
  const { name, title, description, enabled, defaults, document, invokers } = descriptor;
  const timeout = inMilliseconds(defaults.timeout) ?? ordinaryTimeout;
  return defined({
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
    startTimeout: inMilliseconds(server.startTimeout),
    title,
    description,
    maxRetries: defaults.maxRetries,
    onFailure: defaults.onFailure,
    offer: defaults.offer,
    folder: origin === 'workspace' ? path.resolve(document.file, '..', '..', '..') : undefined,
  });
}

function transportOf(server: ServerDescriptor): ServerTransport {
  const line = stdioCommand(server.url);
  if (server.transport !== 'stdio' && line === undefined) {
    const { transport: kind = 'http', url = '', headers = {} } = server;
    const { oauthClientId, oauthClientSecret, oauthScope, oauthHosts } = server;
    return defined({ kind, url, headers, oauthClientId, oauthClientSecret, oauthScope, oauthHosts });
  }
  const { env = {}, envFile, cwd } = server;
  const words = line === undefined ? [server.command ?? '', ...(server.args ?? [])] : commandWords(line);
  const [command = '', ...args] = words ?? [];
  return defined({ kind: 'stdio', command, args, env, envFile, cwd });
}

function settingsOf({ timeout, ...written }: InvokerDescriptor): ToolSettings {
  const { name: _name, place: _place, sameness: _none, ...settings } = written;
  return defined({ ...settings, timeout: inMilliseconds(timeout) });
}

function inMilliseconds(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : seconds * 1000;
}

function namedTwice({ invokers }: Descriptor): readonly Mistake[] {
  const names = invokers.map(({ name }) => name);
  return invokers
    .filter(({ name }, index) => names.indexOf(name) !== index)
    .map(({ name, place }) =>
      mistake(inside(place, 'name'), 'value', `Settings for ${JSON.stringify(name)} already exist.`),
    );
}

function ownSamenesses({ invokers }: Descriptor): readonly Mistake[] {
  return invokers
    .filter(({ sameness }) => sameness !== undefined)
    .map(({ place }) =>
      mistake(
        inside(place, 'deduplication'),
        'value',
        'A file can say which calls are the same only for tools with kind = "local".',
      ),
    );
}

function asMistake({ kind, tool, message }: ToolProblem, descriptor: Descriptor): readonly Mistake[] {
  const written = descriptor.invokers.find(({ name }) => name === tool);
  if (kind === 'quarantined') return [];
  if (written !== undefined) return [mistake(inside(written.place, 'name'), 'value', message)];
  // The tools view shows it; you couldn't act on a warning at every start.
  if (kind === 'task-only') return [];
  const place = { document: descriptor.document, path: ['server'] };
  return [mistake(place, 'key', `The tool ${JSON.stringify(tool)} isn’t offered. ${message}`)];
}
