import { createDeduplicator } from '../../../src/converser/call/invocation/deduplication/deduplicator.ts';
import { checkCall } from '../../../src/converser/call/invocation/permit-call.ts';
import { createApprovals } from '../../../src/converser/call/permission/approvals.ts';
import { createPermissions } from '../../../src/converser/call/permission/permissions.ts';
import { ordinaryMarks, type ResultCanister } from '../../../src/converser/words/canister/canister.ts';
import type { Call } from '../../../src/converser/words/ensemble/call.ts';
import type { Invoker, Subject } from '../../../src/converser/words/ensemble/invoker.ts';
import { indexRules, type PermissionRule } from '../../../src/converser/words/permission/rules.ts';
import {
  createPlacePatterns,
  type PlacePattern,
} from '../../../src/ensembles/workspace/places/place-pattern.ts';
import { toolNames, toolSchema } from '../scenario.ts';
import { allowing, createHost } from './host.ts';
import type { CreateContestant } from './main.ts';

const rules = 1_000;

/**
 * What stands between a call and its run: arguments checked, permission decided by a thousand rules, looked for among
 * earlier calls. Of the scenario it takes the number of calls. A quarter of the rules has patterns. Where a place really is
 * takes the disk some hundred microseconds, and is left out.
 */
export const createDecisions: CreateContestant = async ({ scenario: { calls } }) => {
  const { clock } = createHost();
  const permissions = createPermissions({
    approver: allowing,
    clock,
    rules: { place: 'the rules', about: indexRules(written()) },
    circumstances: () => ({ isTrusted: true, mode: 'changes' }),
    approvals: createApprovals({ all: () => [], add: async () => {}, remove: async () => {} }),
  });
  const invokers = toolNames.map(invokerOf);
  const { signal } = new AbortController();
  const made = Array.from({ length: calls }, (_, at) =>
    callOf(invokers[at % invokers.length] as Invoker, at),
  );
  return async () => {
    const deduplicator = createDeduplicator(createHost());
    let allowed = 0;
    for (const call of made) {
      if ((await checkCall(call)) !== undefined) continue;
      if (!(await permissions.decide(call, signal)).allowed) continue;
      await deduplicator.once(call, async () => result);
      allowed++;
    }
    if (allowed !== calls) throw new Error(`${allowed} of ${calls} calls were allowed.`);
    return { calls: allowed, answer: '' };
  };
};

/** As many for each tool: most of other tools, as of somebody who uses many servers. */
function written(): readonly (readonly [string, PermissionRule])[] {
  return Array.from({ length: rules }, (_, at) => {
    const tool = `tools:${toolNames[at % toolNames.length]}${at % 40 < toolNames.length ? '' : at % 40}`;
    return at % 4 === 0 ? [`${tool}(folder-${at}/**)`, 'deny'] : [tool, 'allow'];
  });
}

const patterns = createPlacePatterns();

function subjectOf(path: string): Subject {
  const read = ({ matches }: PlacePattern) => (matches(path) ? 'all' : 'none');
  return {
    covered(pattern) {
      const found = patterns(pattern, false);
      return found instanceof Promise ? found.then(read) : read(found);
    },
    patterns: async () => [],
    places: [path],
  };
}

function invokerOf(name: string): Invoker {
  return {
    ensemble: 'tools',
    name,
    description: 'Looks up a line.',
    aliases: [],
    arguments: toolSchema,
    annotations: { readOnly: true },
    origin: 'shipped',
    implementation: 'shipped:look-up',
    limits: { timeLimit: 30_000, maxRetries: 0 },
    onFailure: 'recover',
    deduplication: { strategies: ['semantic', 'compared', 'reuse'] },
    reads: ['{path}'],
    review: ({ path }) => ({ subject: async () => subjectOf(String(path)) }),
    invocable: () => undefined,
  };
}

function callOf(invoker: Invoker, at: number): Call {
  const { ensemble, name } = invoker;
  return {
    conversationId: 'conversation',
    invoker,
    invocation: {
      id: `call-${at}`,
      role: 'invocation',
      timestamp: '2026-01-01T00:00:00.000Z',
      content: [],
      marks: ordinaryMarks,
      ensemble,
      name,
      arguments: { path: `src/file-${at}.ts`, line: at },
    },
  };
}

const result: ResultCanister = {
  id: 'result',
  role: 'result',
  timestamp: '2026-01-01T00:00:00.000Z',
  content: [],
  marks: ordinaryMarks,
  invocationId: 'call',
};
