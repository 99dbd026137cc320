/**
 * `JSON.stringify` and `JSON.parse` with a function overflow the stack at some thousand levels. These don't,
 * and take several times as long.
 */
export function writeDeep(value: unknown, replace: (value: unknown) => unknown): string {
  const written: string[] = [];
  const left: ({ readonly value: unknown } | { readonly text: string })[] = [{ value }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if ('text' in next) {
      written.push(next.text);
      continue;
    }
    const replaced = replace(next.value);
    if (typeof replaced !== 'object' || replaced === null) {
      written.push(JSON.stringify(replaced) ?? 'null');
      continue;
    }
    const isList = Array.isArray(replaced);
    const entries = Object.entries(replaced).filter(([, inner]) => isList || inner !== undefined);
    written.push(isList ? '[' : '{');
    left.push({ text: isList ? ']' : '}' });
    for (const [index, [key, inner]] of [...entries.entries()].reverse()) {
      const name = isList ? '' : `${JSON.stringify(key)}:`;
      left.push({ value: inner }, { text: `${index === 0 ? '' : ','}${name}` });
    }
  }
  return written.join('');
}

/** Revives each part of a parsed value after its own parts. Changes the value itself. */
export function reviveDeep(value: unknown, revive: (value: unknown) => unknown): unknown {
  const root = { value };
  const holders: Record<string, unknown>[] = [root];
  // The loop visits what is added on the way, too: each holder before what it holds.
  for (const holder of holders) {
    for (const inner of Object.values(holder)) {
      if (typeof inner === 'object' && inner !== null) holders.push(inner as Record<string, unknown>);
    }
  }
  for (const holder of holders.reverse()) {
    for (const key of Object.keys(holder)) holder[key] = revive(holder[key]);
  }
  return root.value;
}
