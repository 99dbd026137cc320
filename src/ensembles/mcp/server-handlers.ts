import type { Host } from '../../converser/ground/host.ts';
import { defined } from '../../converser/ground/json/defined.ts';
import type { ServerHandlers } from './connection/connection-ports.ts';
import { serverRoots } from './definition/server-roots.ts';
import type { Values } from './definition/values.ts';
import { createElicit, type ElicitPorts } from './elicitation/elicit.ts';
import type { SamplingPorts } from './sampling/sample.ts';

export interface QuestionPorts {
  readonly elicit?: ElicitPorts;
  readonly sample?: Omit<SamplingPorts, 'clock' | 'ids'>;
  readonly callersAnswer?: boolean;
  /** Announces that all questions can be answered, but cancels them: for looking at what servers offer. */
  readonly cancelsAll?: boolean;
  readonly onDidChangeRoots?: NonNullable<ServerHandlers['onDidChangeRoots']>;
}

export interface HandlerPorts extends Pick<Host, 'clock' | 'ids'> {
  /** It is read anew for each request, because the opened folders change. */
  readonly values: Pick<Values, 'folders'>;
}

export function serverHandlers(
  { elicit, sample, callersAnswer = false, cancelsAll = false, onDidChangeRoots }: QuestionPorts,
  { clock, ids, values }: HandlerPorts,
): ServerHandlers {
  return defined({
    ...(callersAnswer ? { elicit: silentUser.elicit } : {}),
    ...(elicit && { elicit: createElicit(elicit) }),
    sample: sample && lazySample({ ...sample, clock, ids }),
    ...(cancelsAll ? silentUser : {}),
    roots: async () => serverRoots(values.folders),
    onDidChangeRoots,
  });
}

/** It needs the protocol’s library, which a server with known tools doesn’t load before its first call. */
function lazySample(ports: SamplingPorts): NonNullable<ServerHandlers['sample']> {
  let made: Promise<NonNullable<ServerHandlers['sample']>> | undefined;
  return async (...asked) => {
    made ??= import('./sampling/sample.ts').then(({ createSample }) => createSample(ports));
    return (await made)(...asked);
  };
}

/** A lock is made and checked of all tools, without a user, so every capability is announced and nothing answered. */
const silentUser: Pick<ServerHandlers, 'elicit' | 'sample'> = {
  elicit: async () => ({ action: 'cancel' }),
  sample: () => Promise.reject(new Error('There is no user to ask.')),
};
