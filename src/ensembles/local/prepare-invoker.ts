import { checkArguments } from '../../converser/call/arguments/check-arguments.ts';
import { fillDefaults } from '../../converser/call/arguments/fill-defaults.ts';
import { errors } from '../../converser/ground/errors.ts';
import { defined } from '../../converser/ground/json/defined.ts';
import {
  type Deduplication,
  type Invocable,
  type Invoker,
  type Origin,
  ordinaryDeduplication,
  type Proposed,
} from '../../converser/words/ensemble/invoker.ts';
import type { Tool } from '../define-tool.ts';
import type { Descriptor } from '../descriptors/descriptor.ts';
import type { NamedInvoker } from './check-invokers.ts';
import type { OwnSameness } from './sameness.ts';

export interface Described {
  readonly descriptor: Descriptor;
  readonly origin: Origin;
}

/** In seconds, for one attempt. */
const ordinaryTimeout = 30;

/** The descriptor wins over the tool, the tool over the ensemble's defaults. */
export function prepareInvoker(
  { written, own }: Pick<NamedInvoker, 'written' | 'own'>,
  { tool, implementation }: { readonly tool: Tool; readonly implementation: string },
  { descriptor, origin }: Described,
): Invoker {
  const { defaults } = descriptor;
  const annotations = { ...tool.annotations, ...written.annotations };
  const output = { ...tool.output, ...written.output };
  const held = (invocable: Invocable) =>
    written.arguments === undefined
      ? invocable
      : holdingToOwnSchema({ arguments: tool.arguments, invocable });
  const { inProposal } = tool;
  return {
    ensemble: descriptor.name,
    name: written.name ?? tool.name,
    description: written.description ?? tool.description,
    aliases: written.aliases ?? tool.aliases ?? [],
    arguments: { type: 'object', ...(written.arguments ?? tool.arguments) },
    annotations,
    origin,
    ...(written.enabled ? {} : { enabled: false }),
    implementation: own === undefined ? implementation : `${implementation}, with ${own.label}`,
    limits: {
      timeLimit: (written.timeout ?? defaults.timeout ?? ordinaryTimeout) * 1000,
      maxRetries: written.maxRetries ?? defaults.maxRetries ?? 0,
    },
    onFailure: written.onFailure ?? defaults.onFailure ?? 'recover',
    deduplication:
      withOwn(written.deduplication, own) ?? tool.deduplication ?? ordinaryDeduplication(annotations),
    constants: defined({ auxdata: written.auxdata, configuration: descriptor.configuration }),
    invocable: held(tool.invocable),
    ...defined({
      permission: written.permission ?? tool.permission,
      offer: written.offer ?? defaults.offer,
      findsTools: tool.findsTools,
      output: Object.keys(output).length > 0 ? output : undefined,
      reads: written.reads ?? tool.reads,
      writes: written.writes ?? tool.writes,
      excerpt: tool.excerpt,
      adapt: written.arguments === undefined ? tool.adapt : undefined,
      review: tool.review,
      recordsChanges: tool.recordsChanges,
      isEdit: tool.isEdit,
      inProposal:
        inProposal &&
        ((proposed: Proposed) => {
          const { invocable, review } = inProposal(proposed);
          return { invocable: held(invocable), ...defined({ review }) };
        }),
    }),
  };
}

function withOwn(
  deduplication: Deduplication | undefined,
  own: OwnSameness | undefined,
): Deduplication | undefined {
  if (own === undefined || typeof deduplication !== 'object') return deduplication;
  return { ...deduplication, sameness: own.sameness };
}

/** Invariant: no function gets arguments that its own schema refuses, even if its descriptor has another schema. */
export function holdingToOwnSchema(tool: Pick<Tool, 'arguments' | 'invocable'>): Invocable {
  return async (given, context) => {
    const args = fillDefaults(given, tool.arguments);
    const checked = await checkArguments(args, tool.arguments);
    if (!checked.valid) throw errors.badArguments(checked.complaint);
    return tool.invocable(args, context);
  };
}
