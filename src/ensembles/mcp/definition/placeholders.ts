export interface Placeholder {
  readonly written: string;
  readonly name: string;
  readonly argument?: string;
  readonly otherwise?: string;
}

/** `$${` stands for a literal `${`, such as one for a shell. */
const pattern = /\$\$\{|\$\{([^{}]*)\}/g;

export function placeholdersIn(text: string): readonly Placeholder[] {
  return [...text.matchAll(pattern)].flatMap(([written, inner]) =>
    inner === undefined ? [] : [parse(written, inner)],
  );
}

/** Invariant: placeholders in a value aren't replaced. One is looked up at a time, because you may be asked. */
export async function replacePlaceholders(
  text: string,
  lookUp: (placeholder: Placeholder) => Promise<string> | string,
): Promise<string> {
  let filled = '';
  let end = 0;
  for (const { 0: written, 1: inner, index } of text.matchAll(pattern)) {
    filled += text.slice(end, index);
    filled += inner === undefined ? '${' : await lookUp(parse(written, inner));
    end = index + written.length;
  }
  return filled + text.slice(end);
}

function parse(written: string, inner: string): Placeholder {
  const [, name = '', argument] = /^([^:]*)(?::(.*))?$/s.exec(inner) ?? [];
  if (argument === undefined) return { written, name };
  const [, before, otherwise] = name === 'env' ? (/^(.*?):-(.*)$/s.exec(argument) ?? []) : [];
  if (before === undefined || otherwise === undefined) return { written, name, argument };
  return { written, name, argument: before, otherwise };
}
