import { aborted, orAborted } from '../converser/ground/async/abort.ts';
import { defined } from '../converser/ground/json/defined.ts';
import type { Clock } from '../converser/ground/ports.ts';
import { waitText } from '../converser/ground/wording/numbers.ts';
import type { Ensemble } from '../converser/words/ensemble/ensemble.ts';
import type { EnsembleRoster } from '../converser/words/ensemble/ensemble-roster.ts';
import { jsonAnswer } from './answer.ts';
import type { Admission } from './guard/admission.ts';
import type { ClientModels } from './guard/client-models.ts';
import type { Route } from './route.ts';

interface HealthPorts {
  readonly roster: Pick<EnsembleRoster, 'ensembles' | 'isEnabled'>;
  readonly clock: Pick<Clock, 'after'>;
  readonly admission: Pick<Admission, 'running' | 'waiting'>;
}

/** In milliseconds, for model providers to list their models. */
const patience = 5_000;

export function healthRoute({ roster, clock, admission }: HealthPorts): Route {
  const answer: Route['answer'] = async ({ client, models }) => {
    const available = await countWithin(models, clock);
    const ensembles = roster.ensembles
      .filter(({ name }) => roster.isEnabled(name) && (client.ensembles?.includes(name) ?? true))
      .map(ensembleHealth);
    const failed = ensembles.filter(({ status }) => status === 'failed');
    const reasons = [
      ...whyNoModel(available),
      ...failed.map(({ name, reason = 'unknown reason' }) => `The ensemble ${name} failed: ${reason}`),
    ];
    const hasModels = available !== undefined && available > 0;
    const status = !hasModels ? 'unavailable' : failed.length > 0 ? 'degraded' : 'ok';
    const requests = { running: admission.running, waiting: admission.waiting };
    const health = { status, reasons, models: { available: available ?? 0 }, ensembles, requests };
    return jsonAnswer(health, { status: hasModels ? 200 : 503 });
  };
  return { method: 'GET', path: '/health', answer };
}

async function countWithin(
  models: Pick<ClientModels, 'models'>,
  clock: Pick<Clock, 'after'>,
): Promise<number | undefined> {
  const late = new AbortController();
  const stop = clock.after(patience, () => late.abort());
  try {
    const listed = await orAborted(models.models(late.signal), late.signal);
    return listed === aborted ? undefined : listed.length;
  } finally {
    stop();
  }
}

function whyNoModel(available: number | undefined): readonly string[] {
  if (available === undefined) return [`No model provider listed its models within ${waitText(patience)}.`];
  if (available > 0) return [];
  return [
    'No model is available. Check that a model provider is running, and that this key may use its models.',
  ];
}

function ensembleHealth({ name, state }: Ensemble) {
  const reason = state.status === 'failed' ? state.error.message : undefined;
  return defined({ name, status: state.status, reason });
}
