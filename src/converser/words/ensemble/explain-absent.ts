import type { Failure } from '../canister/canister.ts';
import type { Ensemble } from './ensemble.ts';

/** Becomes the failure of a call. */
export type Absence = Pick<Failure, 'kind' | 'message'>;

/**
 * Says that the named ensemble has no tools to offer. A list of other tools would make a model look for a
 * mistake in the name.
 */
export function whyAbsent(
  reference: string,
  ensembles: readonly Ensemble[],
  isEnabled: (name: string) => boolean,
): Absence | undefined {
  const named = ensembles.find(
    ({ name }) => reference.startsWith(`${name}:`) || reference.startsWith(`${name}__`),
  );
  if (named === undefined) return undefined;
  const { name, state, invokers } = named;
  if (!isEnabled(name)) {
    const how = `The user can switch it on in the Ensembles view, or in a terminal with --enable ${name}.`;
    return { kind: 'permission', message: `The ensemble ${name} is off. ${how}` };
  }
  if (invokers.length > 0) return undefined;
  switch (state.status) {
    case 'failed':
      return state.error.code === 'approval-needed'
        ? { kind: 'permission', message: state.error.message }
        : { kind: 'execution', message: `The ensemble ${name} failed: ${state.error.message}` };
    case 'connecting':
      return {
        kind: 'network',
        message: `The ensemble ${name} is still connecting. Try again in a moment.`,
      };
    case 'disconnected':
      return { kind: 'network', message: `The ensemble ${name} is not connected.` };
    case 'ready':
      return undefined;
  }
}
