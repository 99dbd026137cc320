import { text } from '../../src/converser/words/canister/content.ts';
import type { Ensemble } from '../../src/converser/words/ensemble/ensemble.ts';
import { reply } from '../../src/converser/words/ensemble/invoker.ts';
import { createFakeEnsemble } from '../fakes/fake-ensemble.ts';

const line = 'A line that is long enough to be worth something.\n';

/** Names of ensembles that acts switch on and off. */
export const switchedOnes = ['late0', 'late1', 'late2', 'late3', 'late4'] as const;

/** How many tools there are to find. */
export const farTools = 30;

/** Tools of every kind: short and long results, the same ones again, failures, what others wrote, tools to find. */
export function actTools(): readonly Ensemble[] {
  let calls = 0;
  const near = createFakeEnsemble('near', {
    // What a file holds changes now and then, so that some calls repeat a result and some replace one.
    read: {
      reads: ['{path}'],
      deduplication: 'compared',
      invocable: ({ path, lines }) => `${path} in state ${calls++ >> 5}: ${line.repeat(Number(lines))}`,
    },
    // Short, and never the same: what acts may pin.
    note: { deduplication: 'none', invocable: ({ about }) => `Note ${++calls} about ${about}.` },
    write: {
      annotations: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
      writes: ['{path}'],
      permission: 'allow',
      invocable: ({ path }) => `Wrote ${path}.`,
    },
    fail: () => {
      throw new Error('It broke.');
    },
    end: {
      onFailure: 'abort',
      invocable: () => {
        throw new Error('No turn survives this.');
      },
    },
    fetch: {
      annotations: { readOnly: true, openWorld: true },
      origin: 'user',
      permission: 'allow',
      invocable: ({ path, lines }) => `Others wrote ${path}: ${line.repeat(Number(lines))}`,
    },
  });
  const finder = createFakeEnsemble('tools', {
    find_tools: {
      findsTools: true,
      invocable: ({ name }) => reply({ content: [text('Found.')], finds: [`far:${String(name)}`] }),
    },
  });
  const far = createFakeEnsemble(
    'far',
    Object.fromEntries(
      Array.from({ length: farTools }, (_, at) => [
        `t${at}`,
        { offer: 'on demand', invocable: () => `far ${at}` },
      ]),
    ),
  );
  const late = switchedOnes.map(name => createFakeEnsemble(name, { act: () => `${name} acts` }));
  return [finder, far, near, ...late];
}
