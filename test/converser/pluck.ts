/** One property of each. */
export function pluck<T, Key extends keyof T>(all: readonly T[], key: Key): readonly T[Key][] {
  return all.map(each => each[key]);
}
