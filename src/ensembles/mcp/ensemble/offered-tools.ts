import type { Tool } from '@modelcontextprotocol/client';
import type { Invocable, Invoker } from '../../../converser/ensemble/invoker.ts';
import type { JsonValue } from '../../../converser/json/json.ts';
import { announcedTo, manifestHash } from '../connection/capabilities.ts';
import type { ServerDefinition } from '../definition/server-definition.ts';
import type { Manifest } from '../manifest/manifest.ts';
import { type ToolProblem, toolInvokers } from '../manifest/tool-invokers.ts';
import type { McpParts } from './mcp-ports.ts';

/** What is offered of a server, and what it is made of. */
export interface Offerings {
  readonly manifest: Manifest | undefined;
  readonly invokers: readonly Invoker[];
  readonly problems: readonly ToolProblem[];
  /** What must not be offered, with the reason. */
  readonly withheld: ReadonlyMap<string, string>;
  /** Whether exactly this is offered still. */
  has(invoker: Invoker): boolean;
  /** Offers what the server has just said. */
  take(found: Manifest): Promise<void>;
  /** Offers what the server said the last time; whether anything is known of that. Never rejects. */
  recall(): Promise<boolean>;
  /** Asks anew what may be offered of it. */
  reinspect(): Promise<void>;
  /** Resolves when all that was to be kept is kept. */
  kept(): Promise<void>;
}

export interface OfferingsOptions {
  readonly definition: ServerDefinition;
  readonly parts: Pick<McpParts, 'memory' | 'expect' | 'inspect' | 'report' | 'handlers'>;
  readonly invocable: (tool: Tool, self: () => Invoker) => Invocable;
  readonly onChange: () => void;
}

export function createOfferings({ definition, parts, invocable, onChange }: OfferingsOptions): Offerings {
  const hash = manifestHash(definition, announcedTo(definition, parts.handlers));
  let manifest: Manifest | undefined;
  let invokers: readonly Invoker[] = [];
  let current: ReadonlySet<Invoker> = new Set();
  /** What each tool promises of its results, as text. It is no part of an invoker, but of the function behind it. */
  let promises: ReadonlyMap<string, string> = new Map();
  let problems: readonly ToolProblem[] = [];
  let withheld: ReadonlyMap<string, string> = new Map();
  let keeping: Promise<void> = Promise.resolve();

  async function offer(found: Manifest): Promise<void> {
    manifest = found;
    const quarantined = (await parts.inspect?.(definition, found)) ?? new Map<string, string>();
    // Another one may have come while the lock was asked about this one.
    if (manifest !== found) return;
    const offered = toolInvokers(definition, found, { quarantined, invocable });
    const known = new Map(invokers.map(invoker => [invoker.name, invoker]));
    const before = promises;
    promises = promisesOf(found);
    invokers = offered.invokers.map(invoker => {
      const { name } = invoker;
      const former = known.get(name);
      const isKept =
        former !== undefined && isSame(former, invoker) && before.get(name) === promises.get(name);
      return isKept ? former : invoker;
    });
    current = new Set(invokers);
    problems = offered.problems;
    withheld = quarantined;
    parts.report?.(definition, problems);
    onChange();
  }

  return {
    get manifest() {
      return manifest;
    },
    get invokers() {
      return invokers;
    },
    get problems() {
      return problems;
    },
    get withheld() {
      return withheld;
    },
    has: invoker => current.has(invoker),
    async take(found) {
      if (JSON.stringify(found) === JSON.stringify(manifest)) return;
      const { memory } = parts;
      if (memory !== undefined) keeping = keeping.then(() => memory.write(hash, asJson(found)));
      await offer(found);
    },
    async recall() {
      if (manifest !== undefined) return true;
      // What it is held against is read while it is itself.
      parts.expect?.(definition);
      const remembered = await parts.memory?.read(hash);
      if (remembered === undefined) return false;
      const { readManifest } = await import('../manifest/read-manifest.ts');
      const found = readManifest(remembered);
      if (found === undefined) return false;
      await offer(found);
      return true;
    },
    async reinspect() {
      if (manifest !== undefined) await offer(manifest);
    },
    kept: () => keeping,
  };
}

/** Of several tools of one name the first is offered. */
function promisesOf({ tools }: Manifest): ReadonlyMap<string, string> {
  return new Map(
    tools.toReversed().map(({ name, outputSchema }) => [name, JSON.stringify(outputSchema) ?? '']),
  );
}

/** It came as JSON. */
function asJson(manifest: Manifest): JsonValue {
  return manifest as unknown as JsonValue;
}

/** The functions behind them always differ. */
function isSame(one: Invoker, other: Invoker): boolean {
  const { invocable: _one, ...first } = one;
  const { invocable: _other, ...second } = other;
  return JSON.stringify(first) === JSON.stringify(second);
}
