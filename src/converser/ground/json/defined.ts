export type Defined<T> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

export function defined<const T extends object>(properties: T): Defined<T> {
  const values = properties as Record<string, unknown>;
  const kept: Record<string, unknown> = {};
  for (const name in values) if (values[name] !== undefined) kept[name] = values[name];
  return kept as Defined<T>;
}
