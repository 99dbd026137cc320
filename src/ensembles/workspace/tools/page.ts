/** The arguments for reading a long list in parts. */
export const pageArguments = <const Limit extends number>(limit: Limit) =>
  ({
    limit: {
      type: 'integer',
      minimum: 1,
      maximum: 5000,
      description: `How many to show. Default: ${limit}.`,
    },
    offset: {
      type: 'integer',
      minimum: 0,
      description: 'How many to skip, to read on.',
    },
  }) as const;

export interface Page<T> {
  readonly items: readonly T[];
  /** One line on how to read on; empty at the end. */
  readonly note: readonly string[];
}

export function page<T>(
  all: readonly T[],
  {
    offset,
    limit,
    hasMore = false,
  }: { readonly offset: number; readonly limit: number; readonly hasMore?: boolean },
): Page<T> {
  const items = all.slice(offset, offset + limit);
  const next = offset + items.length;
  if (!hasMore && next >= all.length) return { items, note: [] };
  const missing = hasMore ? 'More follow.' : `${all.length - next} more.`;
  return { items, note: [`[${missing} Read on with offset ${next}.]`] };
}
