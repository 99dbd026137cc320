import type { Ensemble } from './ensemble.ts';

/**
 * Why nothing answers to a reference, where that is because the ensemble that it names has no tools to offer. A list
 * of other tools would make a model look for a mistake in the name.
 */
export function whyAbsent(
  reference: string,
  ensembles: readonly Ensemble[],
  isEnabled: (name: string) => boolean,
): string | undefined {
  // As people write it, and as models do.
  const named = ensembles.find(
    ({ name }) => reference.startsWith(`${name}:`) || reference.startsWith(`${name}__`),
  );
  if (named === undefined) return undefined;
  const { name, state, invokers } = named;
  if (!isEnabled(name)) return `The ensemble ${name} is not enabled.`;
  if (invokers.length > 0) return undefined;
  switch (state.status) {
    case 'failed':
      return `The ensemble ${name} failed: ${state.error.message}`;
    case 'connecting':
      return `The ensemble ${name} is still connecting. Try again in a moment.`;
    case 'disconnected':
      return `The ensemble ${name} is not connected.`;
    case 'ready':
      return undefined;
  }
}
