import type { Tool } from '@modelcontextprotocol/client';
import { serial } from '../../../converser/ground/async/serial.ts';
import { canonicalJson, type JsonObject, type JsonValue } from '../../../converser/ground/json/json.ts';
import type { Invocable, Invoker } from '../../../converser/words/ensemble/invoker.ts';
import { type Announced, manifestHash } from '../connection/capabilities.ts';
import type { ServerDefinition } from '../definition/server-definition.ts';
import type { Manifest } from '../manifest/manifest.ts';
import { instructionsOf } from '../manifest/server-instructions.ts';
import { type ToolProblem, toolInvokers } from '../manifest/tool-invokers.ts';
import type { ToolPorts } from './mcp-ports.ts';

export interface OfferedTools {
  readonly manifest: Manifest | undefined;
  readonly offer: Offer;
  /** Exactly this invoker must be offered, not one that looks the same. */
  has(invoker: Invoker): boolean;
  update(manifest: Manifest): Promise<void>;
  /** Offers the tools of the saved manifest, and resolves to whether there is one. Never rejects. */
  recall(): Promise<boolean>;
  reinspect(): Promise<void>;
  saved(): Promise<void>;
}

export interface OfferedToolsOptions {
  readonly definition: ServerDefinition;
  readonly announced: readonly Announced[];
  readonly ports: ToolPorts;
  readonly invocable: (tool: Tool, self: () => Invoker) => Invocable;
  readonly onChange: () => void;
}

export interface Offer {
  readonly invokers: readonly Invoker[];
  readonly tools: ReadonlyMap<string, Tool>;
  readonly problems: readonly ToolProblem[];
  readonly withheld: ReadonlyMap<string, string>;
  readonly instructions: string | undefined;
}

const nothing: Offer = {
  invokers: [],
  tools: new Map(),
  problems: [],
  withheld: new Map(),
  instructions: undefined,
};

export function createOfferedTools(options: OfferedToolsOptions): OfferedTools {
  const { definition, ports, onChange } = options;
  const saved = createSavedManifest(options);
  let manifest: Manifest | undefined;
  let offer = nothing;

  async function offerToolsOf(found: Manifest): Promise<void> {
    manifest = found;
    const withheld = (await ports.inspect?.(definition, found)) ?? new Map<string, string>();
    // Another manifest may have arrived during the inspection.
    if (manifest !== found) return;
    const mayInstruct = ports.mayInstruct?.(definition) ?? true;
    const instructions = mayInstruct ? instructionsOf(found) : undefined;
    offer = { ...makeOffer(found, { ...options, withheld, before: offer }), instructions };
    ports.report?.(definition, offer.problems);
    onChange();
  }

  return {
    get manifest() {
      return manifest;
    },
    get offer() {
      return offer;
    },
    has: invoker => offer.invokers.includes(invoker),
    async update(found) {
      if (JSON.stringify(found) === JSON.stringify(manifest)) return;
      saved.save(found);
      await offerToolsOf(found);
    },
    async recall() {
      const found = manifest === undefined ? await saved.read() : undefined;
      if (found !== undefined) await offerToolsOf(found);
      return manifest !== undefined;
    },
    async reinspect() {
      if (manifest !== undefined) await offerToolsOf(manifest);
    },
    saved: saved.settled,
  };
}

function createSavedManifest({ definition, announced, ports }: OfferedToolsOptions) {
  const hash = manifestHash(definition, announced);
  const inOrder = serial();
  return {
    read: async () => (await ports.memory?.read(hash)) as Manifest | undefined,
    save(manifest: Manifest): void {
      const { memory } = ports;
      if (memory !== undefined) void inOrder(() => memory.write(hash, manifest as unknown as JsonValue));
    },
    settled: () => inOrder(() => {}),
  };
}

interface MakeOfferOptions extends Pick<OfferedToolsOptions, 'definition' | 'invocable'> {
  readonly withheld: ReadonlyMap<string, string>;
  readonly before: Offer;
}

/** Tools that haven't changed keep their invokers, so that calls of them remain valid. */
function makeOffer(
  manifest: Manifest,
  { definition, invocable, withheld, before }: MakeOfferOptions,
): Omit<Offer, 'instructions'> {
  const tools = new Map<string, Tool>();
  const offered = toolInvokers(definition, manifest, {
    quarantined: withheld,
    invocable(tool, self) {
      tools.set(tool.name, tool);
      return invocable(tool, self);
    },
  });
  const known = new Map(before.invokers.map(invoker => [invoker.name, invoker]));
  const invokers = offered.invokers.map(invoker => {
    const { name } = invoker;
    const former = known.get(name);
    return former !== undefined && isSame(before.tools.get(name), tools.get(name)) ? former : invoker;
  });
  return { invokers, tools, problems: offered.problems, withheld };
}

function isSame(one: Tool | undefined, other: Tool | undefined): boolean {
  return one === other || saidOf(one) === saidOf(other);
}

/** Icons and `_meta` may change with every start. */
function saidOf({ icons: _icons, _meta, ...said }: Partial<Tool> = {}): string {
  return canonicalJson(said as JsonObject);
}
