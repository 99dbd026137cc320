import type { ToolDefinition } from '../../converser/words/models/provider.ts';

export interface ToolNames {
  /** Returns the wire name, the name as it was written when several tools have it, or `undefined` when none has it. */
  resolve(reference: string): string | undefined;
}

/** Looks by wire name, full name, bare name or alias, in this order, as `EnsembleRoster.find` does. */
export function createToolNames(
  tools: readonly ToolDefinition[],
  { marked = false }: { readonly marked?: boolean } = {},
): ToolNames {
  // The index is made with the first question, because few replies hold anything that looks like a call.
  let find: ((reference: string) => string | undefined) | undefined;
  return {
    resolve(reference) {
      find ??= createFinder(tools, marked);
      const trimmed = reference.trim();
      return find(trimmed) ?? find(trimmed.replace(/^(?:functions?|default_api)[.:]/, ''));
    },
  };
}

function createFinder(
  tools: readonly ToolDefinition[],
  marked: boolean,
): (reference: string) => string | undefined {
  const exact = new Map(tools.flatMap(({ name }) => fullForms(name).map(form => [form, name] as const)));
  for (const { name } of tools) exact.set(name, name);
  const bare = groups(tools.map(({ name }) => [bareName(name), name]));
  const others = groups(
    tools.flatMap(({ name, aliases = [] }) => aliases.flatMap(aliasForms(name)).map(form => [form, name])),
  );
  return reference => {
    const named = exact.get(reference);
    const candidates = named === undefined ? (bare.get(reference) ?? others.get(reference)) : [named];
    if (candidates?.length === 1) return candidates[0];
    // A name that several tools have is not a call unless the user or the model settles which one is meant.
    return marked ? undefined : candidates && reference;
  };
}

function groups(pairs: readonly (readonly [string, string])[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const [key, name] of pairs) found.set(key, [...(found.get(key) ?? []), name]);
  return found;
}

/** Models write the separator of ensemble and tool in their own way. */
function fullForms(wireName: string): readonly string[] {
  const at = wireName.indexOf('__');
  if (at <= 0) return [];
  return [':', '.', '/'].map(separator => wireName.slice(0, at) + separator + wireName.slice(at + 2));
}

function aliasForms(wireName: string): (alias: string) => readonly string[] {
  const scope = wireName.slice(0, wireName.length - bareName(wireName).length);
  return alias => (scope === '' ? [alias] : [alias, scope + alias, ...fullForms(scope + alias)]);
}

function bareName(wireName: string): string {
  const at = wireName.indexOf('__');
  return at <= 0 ? wireName : wireName.slice(at + 2);
}
