import type { Tool } from '../define-tool.ts';
import type { Descriptor, InvokerDescriptor } from '../descriptors/descriptor.ts';
import type { EnsembleKind } from '../descriptors/ensemble-kind.ts';
import { idleRetries } from '../descriptors/idle-retries.ts';
import { inside, type Mistake, mistake } from '../descriptors/mistakes/diagnostic.ts';
import { checkDescribed } from './check-invokers.ts';
import { LocalEnsemble } from './local-ensemble.ts';
import { createModuleLoader } from './module-loader.ts';
import { type Described, prepareInvoker } from './prepare-invoker.ts';
import { findSameness } from './sameness.ts';

/** It has one of them. */
export interface DescribedTool {
  readonly made?: { readonly tool: Tool; readonly implementation: string };
  readonly mistakes: readonly Mistake[];
}

export function describedKind(
  kind: string,
  describe: (written: InvokerDescriptor, descriptor: Descriptor) => DescribedTool,
): EnsembleKind {
  const loader = createModuleLoader();
  return {
    kind,
    async prepare(descriptor, { origin, read, report }) {
      const { invokers } = descriptor;
      const find = async (written: InvokerDescriptor) => {
        const same = await findSameness(written, { ...loader, read });
        const { made, mistakes } = describe(written, descriptor);
        return { written, made, own: same.own, mistakes: [...same.mistakes, ...mistakes] };
      };
      const found = await Promise.all(invokers.map(find));
      const mistakes = [
        ...invokers.flatMap(undescribed),
        ...found.flatMap(each => each.mistakes),
        ...(await checkDescribed(invokers.map(written => ({ written, name: written.name ?? '' })))),
      ];
      if (mistakes.length > 0) return { mistakes };
      const described: Described = { descriptor, origin };
      const known = found.flatMap(({ written, made, own }) =>
        made === undefined
          ? []
          : [{ ...prepareInvoker({ written, own }, made, described), isDescribed: true as const }],
      );
      const load = async () => ({ kind: 'loaded', invokers: known }) as const;
      const warnings = invokers.flatMap((written, at) => idleRetries(written, known[at]?.annotations));
      return { ensemble: new LocalEnsemble(described, { known, load, report }), mistakes: warnings };
    },
  };
}

function undescribed({ name, description, place }: InvokerDescriptor): readonly Mistake[] {
  const missing = [
    ...(name === undefined ? ['name'] : []),
    ...(description === undefined ? ['description'] : []),
  ];
  return missing.map(key => mistake(place, 'key', `Missing key ${JSON.stringify(key)}.`));
}

export const requestKeys = ['method', 'url', 'headers', 'body'] as const;

export const commandKeys = ['command', 'stdin', 'cwd', 'env', 'allowOptions', 'access'] as const;

export function needless(
  written: InvokerDescriptor,
  keys: readonly (keyof InvokerDescriptor & string)[],
  reason: string,
): readonly Mistake[] {
  return keys
    .filter(key => written[key] !== undefined)
    .map(key => asWritten(key))
    .map(key => mistake(inside(written.place, key), 'key', `${key} must be left out: ${reason}`));
}

function asWritten(key: string): string {
  return key.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);
}
