/** After a failure, the next caller tries again. */
export function buildOnce<T>(build: () => Promise<T>): {
  get(): Promise<T>;
  readonly built: Promise<T> | undefined;
} {
  let built: Promise<T> | undefined;
  return {
    get() {
      if (built !== undefined) return built;
      const own = build();
      built = own;
      own.catch(() => {
        if (built === own) built = undefined;
      });
      return own;
    },
    get built() {
      return built;
    },
  };
}
