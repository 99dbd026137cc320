import type { Failure, FailureKind } from '../../words/canister/canister.ts';

/** Wires that can't mark a result as failed need words for the model. People read `message` alone. */
export function failureForModel({ kind, message, advice }: Failure): string {
  return `${openings[kind]}: ${message}${advice === undefined ? '' : ` ${advice}`}`;
}

const openings: { readonly [Kind in FailureKind]: string } = {
  validation: 'Not called',
  'unknown-invoker': 'Not called',
  permission: 'Not allowed',
  timeout: 'Timed out',
  network: 'Failed, no connection',
  execution: 'Failed',
  cancelled: 'Stopped',
};
