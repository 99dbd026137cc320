import type { Annotations, Origin } from '../../converser/words/ensemble/invoker.ts';
import type { Tool } from '../define-tool.ts';
import type { InvokerDescriptor } from '../descriptors/descriptor.ts';
import { checkArgumentsSchema } from '../descriptors/mistakes/check-arguments-schema.ts';
import { inside, type Mistake, mistake } from '../descriptors/mistakes/diagnostic.ts';
import type { Implementation } from './implementation.ts';
import type { OwnSameness } from './sameness.ts';

export interface NamedInvoker {
  readonly written: InvokerDescriptor;
  readonly implementation: Implementation;
  readonly own?: OwnSameness | undefined;
}

/** Tests check the schemas of what is shipped: to load and run the checker would take a third of a start. */
export async function checkInvokers(
  invokers: readonly NamedInvoker[],
  origin: Origin,
): Promise<readonly Mistake[]> {
  const described = invokers.map(invoker => ({ written: invoker.written, name: nameOf(invoker) }));
  return [
    ...(origin === 'shipped' ? repeatedNames(described) : await checkDescribed(described)),
    ...invokers.flatMap(unfitName),
    ...invokers.flatMap(({ written, implementation }) =>
      implementation.kind === 'shipped' ? laxerClaims(written, implementation.tool) : [],
    ),
  ];
}

export interface DescribedInvoker {
  readonly written: InvokerDescriptor;
  readonly name: string;
}

export async function checkDescribed(invokers: readonly DescribedInvoker[]): Promise<readonly Mistake[]> {
  const schemas = await Promise.all(
    invokers.map(({ written }) =>
      written.arguments === undefined
        ? []
        : checkArgumentsSchema(written.arguments, inside(written.place, 'arguments')),
    ),
  );
  return [...schemas.flat(), ...repeatedNames(invokers)];
}

export function nameOf({ written, implementation }: NamedInvoker): string {
  if (written.name !== undefined) return written.name;
  return implementation.kind === 'shipped' ? implementation.tool.name : implementation.exportName;
}

/** An export may be named `default` or hold characters that names of tools must not. */
function unfitName(invoker: NamedInvoker): readonly Mistake[] {
  const { name, place } = invoker.written;
  const fits =
    name !== undefined ||
    (nameOf(invoker) !== 'default' && /^[A-Za-z0-9][A-Za-z0-9_-]*$/.test(nameOf(invoker)));
  const message = `Give this tool a name: ${nameOf(invoker)}, the name of its export, can’t be used.`;
  return fits ? [] : [mistake(inside(place, 'implementation'), 'value', message)];
}

function repeatedNames(invokers: readonly DescribedInvoker[]): readonly Mistake[] {
  const taken = new Set<string>();
  const names = invokers.flatMap(({ written, name: own }) => {
    const { place, name, implementation } = written;
    const key = name !== undefined ? 'name' : implementation !== undefined ? 'implementation' : undefined;
    return claim(taken, own) ? [] : [repeated(own, key === undefined ? place : inside(place, key))];
  });
  const aliases = invokers.flatMap(({ written: { place, aliases = [] } }) =>
    aliases.flatMap((alias, index) =>
      claim(taken, alias) ? [] : [repeated(alias, inside(place, 'aliases', index))],
    ),
  );
  return [...names, ...aliases];
}

function claim(taken: Set<string>, name: string): boolean {
  const isFree = !taken.has(name);
  taken.add(name);
  return isFree;
}

function repeated(name: string, place: Mistake['place']): Mistake {
  return mistake(
    place,
    'value',
    `${JSON.stringify(name)} is already the name of another tool of this ensemble.`,
  );
}

/** These values promise more than saying nothing. */
const promises: Required<Annotations> = {
  readOnly: true,
  destructive: false,
  idempotent: true,
  openWorld: false,
};

/** Invariant: a descriptor may call a shipped tool more dangerous than it is, but never more harmless. */
function laxerClaims({ place, annotations = {} }: InvokerDescriptor, tool: Tool): readonly Mistake[] {
  return (Object.keys(promises) as (keyof Annotations)[])
    .filter(key => annotations[key] === promises[key] && tool.annotations[key] !== promises[key])
    .map(key =>
      mistake(
        inside(place, 'annotations', key),
        'value',
        `${tool.name} can’t be declared ${key} = ${promises[key]}: its implementation doesn’t promise that.`,
      ),
    );
}
