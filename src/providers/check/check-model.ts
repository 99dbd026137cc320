import { aborted, orAborted } from '../../converser/ground/async/abort.ts';
import { type ErrorCode, type ErrorData, errorData, errors } from '../../converser/ground/errors.ts';
import { defined } from '../../converser/ground/json/defined.ts';
import type { Clock } from '../../converser/ground/ports.ts';
import { type Canister, ordinaryMarks } from '../../converser/words/canister/canister.ts';
import { modelReference } from '../../converser/words/models/model-reference.ts';
import type { Model } from '../../converser/words/models/provider.ts';
import type { ToolUse } from '../facts/provider-definition.ts';
import type { CapabilityCard, Conclusions, ProbeName, ProbeResult } from './capability-card.ts';
import { failed, type NewCanister, type Probe, type Trial, type Verdict } from './probe.ts';
import { probes } from './probes.ts';
import { type Heard, hear } from './record-reply.ts';

export interface CheckOptions {
  readonly clock: Clock;
  readonly random: () => number;
  readonly signal: AbortSignal;
  readonly onProbe?: (report: ProbeReport) => void;
}

export type ProbeReport =
  | { readonly type: 'probe-start'; readonly probe: ProbeName }
  | { readonly type: 'probe-end'; readonly result: ProbeResult };

export type Checked =
  | { readonly type: 'card'; readonly card: CapabilityCard }
  | { readonly type: 'stopped'; readonly error: ErrorData };

/** Milliseconds for one probe. A local model may have to be loaded first. */
export const probeLimit = 120_000;

/** Never rejects. Invariant: at most `checkCost` requests. Errors that aren't the model's end the check. */
export async function checkModel(subject: Model, options: CheckOptions): Promise<Checked> {
  const { clock, signal, onProbe } = options;
  const results: ProbeResult[] = [];
  const verdicts: Verdict[] = [];
  let unanswered: ErrorData | undefined;
  let hasAnswered = false;
  for (const probe of probes) {
    onProbe?.({ type: 'probe-start', probe: probe.name });
    const { verdict, result, error, answered } = await runProbe(probe, { subject, options, before: results });
    if (signal.aborted) return { type: 'stopped', error: errorData(errors.cancelled()) };
    if (error !== undefined && ending.includes(error.code)) return { type: 'stopped', error };
    unanswered = error ?? unanswered;
    hasAnswered ||= answered;
    verdicts.push(verdict);
    results.push(result);
    onProbe?.({ type: 'probe-end', result });
  }
  if (!hasAnswered) return { type: 'stopped', error: unanswered ?? silence(subject) };
  const card: CapabilityCard = {
    version: 1,
    model: modelReference(subject),
    label: subject.label,
    checked: clock.now().toISOString(),
    probes: results,
    conclusions: conclude(results, verdicts),
  };
  return { type: 'card', card };
}

const ending: readonly ErrorCode[] = [
  'model-unreachable',
  'model-unauthorized',
  'model-not-found',
  'model-consent',
  'model-quota',
  'model-overloaded',
  'model-server-failed',
  'model-suspended',
  'internal',
];

interface Running {
  readonly subject: Model;
  readonly options: CheckOptions;
  readonly before: readonly ProbeResult[];
}

interface Ran {
  readonly verdict: Verdict;
  readonly result: ProbeResult;
  readonly answered: boolean;
  readonly error?: ErrorData;
}

async function runProbe(probe: Probe, running: Running): Promise<Ran> {
  const { options, before } = running;
  const start = options.clock.monotonic();
  const { needs, name } = probe;
  if (needs !== undefined && before.find(result => result.probe === needs.probe)?.outcome !== 'passed') {
    const verdict: Verdict = { outcome: 'skipped', finding: needs.otherwise };
    return { verdict, result: { probe: name, ...verdict, requests: 0, took: 0 }, answered: false };
  }
  const over = new AbortController();
  const heard: Heard[] = [];
  const trial = createTrial(running, { signal: AbortSignal.any([options.signal, over.signal]), heard });
  const verdict = await withinLimit(probe, { trial, clock: options.clock, over });
  over.abort();
  const error = heard.at(-1)?.error;
  return defined({
    verdict,
    result: sumUp(name, verdict, { heard, took: options.clock.monotonic() - start }),
    answered: heard.some(reply => reply.error === undefined),
    error,
  });
}

interface Limited {
  readonly trial: Trial;
  readonly clock: Clock;
  readonly over: AbortController;
}

async function withinLimit(probe: Probe, { trial, clock, over }: Limited): Promise<Verdict> {
  const stopWaiting = clock.after(probeLimit, () => over.abort());
  const late = failed(`The model didn’t answer within ${probeLimit / 1000} s.`);
  try {
    const verdict = await orAborted(probe.run(trial), over.signal);
    return verdict === aborted ? late : verdict;
  } catch (cause) {
    if (over.signal.aborted) return late;
    return failed(cause instanceof Fruitless ? cause.message : errorData(cause).message);
  } finally {
    stopWaiting();
  }
}

class Fruitless extends Error {}

interface Listening {
  readonly signal: AbortSignal;
  readonly heard: Heard[];
}

function createTrial({ subject, options }: Running, { signal, heard }: Listening): Trial {
  const { clock, random } = options;
  const draw = (limit: number) => Math.floor(random() * limit);
  let made = 0;
  return {
    subject,
    draw,
    nonce: () => Array.from({ length: 6 }, () => letters[draw(letters.length)]).join(''),
    canister<Role extends Canister['role']>(role: Role, content: Canister['content']): NewCanister<Role> {
      const timestamp = clock.now().toISOString();
      return { role, id: `check-${++made}`, timestamp, content, marks: ordinaryMarks };
    },
    async ask(model, request) {
      const reply = await hear(model, request, { clock, signal });
      heard.push(reply);
      if (reply.error !== undefined) throw new Fruitless(reply.error.message);
      return reply;
    },
  };
}

/** Letters that look alike are left out, and so are vowels, so that they make no words. */
const letters = 'BCDFGHKLMNPQRTVWXZ';

function sumUp(
  probe: ProbeName,
  { outcome, finding }: Verdict,
  { heard, took }: { readonly heard: readonly Heard[]; readonly took: number },
): ProbeResult {
  const usages = heard.map(({ usage }) => usage);
  const isTold = usages.some(({ input, output }) => input !== undefined || output !== undefined);
  const tokens = usages.reduce((sum, { input = 0, output = 0 }) => sum + input + output, 0);
  const firstByte = heard[0]?.firstByte;
  return defined({
    probe,
    outcome,
    finding,
    requests: usages.reduce((sum, { requests = 1 }) => sum + requests, 0),
    took: Math.round(took),
    firstByte: firstByte === undefined ? undefined : Math.round(firstByte),
    tokens: isTold ? tokens : undefined,
  });
}

function silence({ label }: Model): ErrorData {
  return errorData(errors.modelSilent(label, probeLimit));
}

function conclude(results: readonly ProbeResult[], verdicts: readonly Verdict[]): Conclusions {
  const outcomeOf = (name: ProbeName) => results.find(({ probe }) => probe === name)?.outcome;
  const isGood = (name: ProbeName) => outcomeOf(name) === 'passed';
  const contextTokens = verdicts.find(verdict => verdict.contextTokens !== undefined)?.contextTokens;
  return {
    tools: bestWay(isGood),
    replySchema: isGood('constrained'),
    images: isGood('images'),
    streaming: isGood('streaming'),
    ...(outcomeOf('parallel') === 'skipped' ? {} : { parallel: isGood('parallel') }),
    ...(contextTokens === undefined ? {} : { contextTokens }),
  };
}

function bestWay(isGood: (name: ProbeName) => boolean): ToolUse {
  if (isGood('native')) return 'native';
  return isGood('constrained') || isGood('contract') ? 'contract' : 'none';
}
