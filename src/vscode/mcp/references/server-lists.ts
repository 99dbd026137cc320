import type { Prompt, Resource, ResourceTemplateType } from '@modelcontextprotocol/client';
import { aborted, orAborted } from '../../../converser/async/abort.ts';
import { errors } from '../../../converser/errors.ts';
import type { Clock } from '../../../converser/ports.ts';
import type { McpEnsemble } from '../../../ensembles/mcp/ensemble/mcp-ensemble.ts';

/**
 * What servers list besides tools, cached briefly so that not every keystroke causes a request.
 *
 * Contract: rejects soon after the signal aborts.
 */
export interface ServerLists {
  prompts(server: McpEnsemble, signal: AbortSignal): Promise<readonly Prompt[]>;
  resources(server: McpEnsemble, signal: AbortSignal): Promise<readonly Resource[]>;
  templates(server: McpEnsemble, signal: AbortSignal): Promise<readonly ResourceTemplateType[]>;
}

/** Milliseconds. Not every server reports that its lists have changed. */
const freshness = 10_000;

export function createServerLists(clock: Clock): ServerLists {
  return {
    prompts: cached(clock, (server, signal) =>
      server.manifest?.capabilities.prompts === undefined ? [] : server.prompts(signal),
    ),
    resources: cached(clock, (server, signal) =>
      server.manifest?.capabilities.resources === undefined ? [] : server.resources(signal),
    ),
    templates: cached(clock, (server, signal) =>
      server.manifest?.capabilities.resources === undefined
        ? []
        : server.resourceTemplates(signal).catch(noneWhereUnknown),
    ),
  };
}

/** Many servers have resources but do not implement templates. */
function noneWhereUnknown(cause: unknown): readonly never[] {
  if (cause instanceof Error && 'code' in cause && cause.code === methodNotFound) return [];
  throw cause;
}

/** https://www.jsonrpc.org/specification#error_object */
const methodNotFound = -32_601;

type Read<T> = (server: McpEnsemble, signal: AbortSignal) => Promise<readonly T[]> | readonly T[];

interface Cached<T> {
  readonly list: Promise<readonly T[]>;
  readonly until: number;
  readonly forget: () => void;
}

function cached<T>(clock: Clock, read: Read<T>): (...args: Parameters<Read<T>>) => Promise<readonly T[]> {
  const known = new WeakMap<McpEnsemble, Cached<T>>();
  return async (server, signal) => {
    // Capabilities are known once the server has run.
    if (server.manifest === undefined) await server.run(signal);
    const list = await orAborted(current(server), signal);
    if (list === aborted) throw errors.cancelled();
    return list;
  };

  function current(server: McpEnsemble): Promise<readonly T[]> {
    const earlier = known.get(server);
    if (earlier !== undefined && clock.monotonic() < earlier.until) return earlier.list;
    earlier?.forget();
    // Not the caller's signal: others may wait for the same list.
    const list = Promise.resolve(read(server, new AbortController().signal));
    const forget = () => {
      if (known.get(server)?.list === list) known.delete(server);
      changes.dispose();
    };
    const changes = server.onDidChangeList(forget);
    known.set(server, { list, until: clock.monotonic() + freshness, forget });
    list.catch(forget);
    return list;
  }
}
