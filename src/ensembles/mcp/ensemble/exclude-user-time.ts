import type { McpParts } from './mcp-ports.ts';

/** Runs what waits for a person in the midst of a start. */
export type WaitFor = <T>(answer: () => Promise<T>) => Promise<T>;

/**
 * The same parts, where whatever asks a person on the way to a running server is waited for in its own way: reading
 * what would be launched, looking for a key and signing in take longer than any program may take to start.
 */
export function patientParts(parts: McpParts, waitFor: WaitFor): McpParts {
  const { approve, fillIn, signIns } = parts;
  return {
    ...parts,
    ...(approve === undefined ? {} : { approve: (...asked) => waitFor(() => approve(...asked)) }),
    ...(fillIn === undefined ? {} : { fillIn: (...asked) => waitFor(() => fillIn(...asked)) }),
    ...(signIns === undefined
      ? {}
      : {
          signIns: {
            forConnection(...asked) {
              const auth = signIns.forConnection(...asked);
              return { ...auth, signIn: () => waitFor(() => auth.signIn()) };
            },
          },
        }),
  };
}
