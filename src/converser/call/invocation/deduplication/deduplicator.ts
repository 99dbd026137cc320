import { reasonOf } from '../../../ground/errors.ts';
import type { Log } from '../../../ground/ports.ts';
import type { ResultCanister } from '../../../words/canister/canister.ts';
import type { Call } from '../../../words/ensemble/call.ts';
import { fullName } from '../../../words/ensemble/invoker.ts';
import { type Comparison, createAnswerMemory } from './answer-memory.ts';
import type { Answer } from './answers.ts';
import { planOf } from './deduplication-plan.ts';
import { type Places, spelled, touches } from './places.ts';
import { createRecall, type Once, type RecallPorts } from './recall.ts';

/**
 * Contract:
 * - a call gets its own result, or the earlier one that is what running it would give;
 * - a failed result is never repeated;
 * - after `forget`, nothing begun before it answers a call that doesn't run.
 */
export interface Deduplicator {
  once(call: Call, run: () => Promise<ResultCanister>): Promise<Once>;
  forget(places?: Places): void;
}

export interface DeduplicatorPorts extends RecallPorts {
  readonly log: Pick<Log, 'warn'>;
}

export function createDeduplicator(ports: DeduplicatorPorts): Deduplicator {
  const { log, contents, history = () => [] } = ports;
  const memory = createAnswerMemory({ history, spell: contents?.spell });
  const recall = createRecall({ ...ports, history });
  return {
    async once(call, run) {
      const plan = planOf(call.invoker.deduplication);
      if (plan === undefined) return { kind: 'ran', result: await run() };
      let compared: Comparison;
      try {
        const found = memory.compare(call, plan);
        compared = found instanceof Promise ? await found : found;
      } catch (cause) {
        log.warn(`${fullName(call.invoker)}: which calls are the same can’t be told: ${reasonOf(cause)}`);
        return { kind: 'ran', result: await run() };
      }
      const { group } = compared;
      for (let before = -1; before !== group.version(); ) {
        before = group.version();
        const mayKnow = !plan.isCompared && group.answers.length > 0;
        const known = mayKnow ? await recall.known(compared) : undefined;
        if (known !== undefined) return known;
      }
      // Nothing may be awaited since the last look, else two equal calls would both run.
      return await recall.run(compared, run);
    },
    forget(places) {
      const written = spelled(places, contents?.spell);
      const isTouched = ({ reads }: Answer) =>
        written === undefined || touches(written, spelled(reads, contents?.spell));
      memory.forEach(answer => {
        answer.isOutdated ||= isTouched(answer);
      });
    },
  };
}
