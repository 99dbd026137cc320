import type { Clock } from '../../../ground/ports.ts';
import type { Canister, InvocationCanister, ResultCanister } from '../../../words/canister/canister.ts';
import type { Content } from '../../../words/canister/content.ts';
import type { Contents } from '../../../words/workspace/contents.ts';
import type { Comparison } from './answer-memory.ts';
import type { Answer, Moment, Source } from './answers.ts';
import type { Plan } from './deduplication-plan.ts';
import { type Said, whole } from './matching.ts';
import { readBy } from './places.ts';

export type Once = { readonly kind: 'ran'; readonly result: ResultCanister } | Repeats;

export interface Repeats {
  readonly kind: 'repeats';
  readonly result: ResultCanister;
  readonly of: InvocationCanister;
  readonly said: Said;
  readonly isReused: boolean;
  /** Milliseconds saved by not running the call; 0 if it ran. */
  readonly spared: number;
}

export interface RecallPorts {
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly history?: () => readonly Canister[];
  readonly isHidden?: (resultId: string) => boolean;
  readonly contents?: Contents | undefined;
}

export interface Recall {
  known(compared: Comparison): Promise<Repeats | undefined>;
  run(compared: Comparison, run: () => Promise<ResultCanister>): Promise<Once>;
}

interface Repeating extends Pick<Repeats, 'said' | 'spared'> {
  readonly plan: Plan;
}

export function createRecall(ports: RecallPorts): Recall {
  const { clock, contents, history = () => [], isHidden = () => false } = ports;
  const now = (): Moment => ({ time: clock.now().getTime(), canisters: history().length });
  const printOf = async ({ reads }: Answer) => reads && contents?.print(reads);

  function counts({ begun }: Answer, { window: { seconds, canisters } }: Plan): boolean {
    if (seconds === undefined && canisters === undefined) return true;
    const { time, canisters: count } = now();
    if (seconds !== undefined && time - begun.time > seconds * 1000) return false;
    return canisters === undefined || count - begun.canisters <= canisters;
  }

  async function holds(answer: Answer): Promise<boolean> {
    if (answer.isOutdated || answer.reads === undefined) return !answer.isOutdated;
    const { print } = answer;
    return print !== undefined && print === (await printOf(answer)) && !answer.isOutdated;
  }

  function repeating({ invocation: of, result }: Source, { said, plan, spared }: Repeating): Repeats {
    const isReused = plan.isReused && !isHidden(result.id);
    return { kind: 'repeats', result, of, said, isReused, spared };
  }

  /** A result that repeats another one proves nothing, so it is skipped. */
  async function sameAs(result: ResultCanister, { plan, matcher, group }: Comparison) {
    const said = ({ source, original }: Answer) =>
      source === undefined || original !== undefined || isHidden(source.result.id)
        ? undefined
        : matcher.read(source);
    const earlier = await group.find(
      answer => said(answer) !== undefined && counts(answer, plan) && matcher.isSame(answer.args),
    );
    const found = earlier && said(earlier);
    const source = earlier?.source;
    if (found === undefined || !isSameContent(result.content, found.content)) return undefined;
    return found.isWhole && result.screen !== source?.result.screen ? undefined : source;
  }

  async function answerWith(
    answer: Answer,
    compared: Comparison,
    run: () => Promise<ResultCanister>,
  ): Promise<Once> {
    const before = answer.reads && (await printOf(answer));
    const start = clock.monotonic();
    const result = await run();
    answer.time = clock.monotonic() - start;
    if (result.failure !== undefined) return { kind: 'ran', result };
    if (before !== undefined && before === (await printOf(answer))) answer.print = before;
    const { plan } = compared;
    const { invocation } = compared.call;
    const source = { invocation, args: compared.matcher.args, result };
    answer.original = plan.isCompared || plan.isReused ? await sameAs(result, compared) : undefined;
    answer.source = source;
    if (answer.original === undefined) return { kind: 'ran', result };
    return repeating(answer.original, { said: whole(source), plan, spared: 0 });
  }

  return {
    async known({ plan, matcher, group }) {
      const refused = new Set<Answer>();
      for (;;) {
        const answer = await group.find(earlier => {
          const mayAnswer = earlier.running !== undefined && !earlier.isOutdated && !refused.has(earlier);
          return mayAnswer && counts(earlier, plan) && matcher.isSame(earlier.args);
        });
        if (answer === undefined) return undefined;
        await answer.running;
        const { source, original, time } = answer;
        const said = source && matcher.read(source);
        if (source !== undefined && said !== undefined && (await holds(answer)))
          return repeating(original ?? source, { said, plan, spared: time });
        refused.add(answer);
      }
    },
    run(compared, run) {
      const { call, matcher, group } = compared;
      const { promise: running, resolve: end } = Promise.withResolvers<void>();
      const reads = readBy(call.invoker, call.invocation.arguments);
      const answer: Answer = {
        args: matcher.args,
        begun: now(),
        reads,
        running,
        time: 0,
        isOutdated: false,
      };
      group.add(answer);
      const answered = answerWith(answer, compared, run);
      const over = () => end();
      void answered.then(over, over);
      return answered;
    },
  };
}

function isSameContent(one: readonly Content[], other: readonly Content[]): boolean {
  return one.length === other.length && one.every((part, index) => isSameText(part, other[index]));
}

function isSameText(one: Content, other: Content | undefined): boolean {
  return (
    one.type === 'text' &&
    other?.type === 'text' &&
    one.text === other.text &&
    one.mimeType === other.mimeType
  );
}
