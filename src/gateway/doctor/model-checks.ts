import type { ErrorData } from '../../converser/ground/errors.ts';
import { countText } from '../../converser/ground/wording/numbers.ts';
import type { Check, Finding } from './finding.ts';

export interface AskedProvider {
  readonly label: string;
  readonly outcome: { readonly models: number } | ErrorData;
}

/** VS Code asks about each model on its first use. */
export interface Consents {
  readonly granted: number;
  readonly refused: number;
  readonly notAsked: number;
}

export interface ModelPorts {
  readonly providers: (signal: AbortSignal) => Promise<readonly AskedProvider[]>;
  readonly consents?: () => Promise<Consents>;
  readonly chosen: (
    signal: AbortSignal,
  ) => Promise<{ readonly name: string; readonly isThere: boolean } | undefined>;
}

export function modelCheck({ providers, consents, chosen }: ModelPorts): Check {
  return {
    title: 'Models',
    async run(signal) {
      const [asked, consented] = await Promise.all([providers(signal), consents?.()]);
      const findings = [
        ...asked.map(providerFinding),
        ...(consented === undefined ? [] : [consentFinding(consented)]),
        ...chosenFindings(await chosen(signal)),
      ];
      const some = asked.some(({ outcome }) => 'models' in outcome && outcome.models > 0);
      const fromVscode = consented === undefined ? 0 : consented.granted + consented.notAsked;
      return some || fromVscode > 0 ? findings : [noModel, ...findings];
    },
  };
}

const noModel: Finding = {
  state: 'warning',
  title: 'Language model',
  found: 'No model connected. Only Rehearsal answers, which follows rules.',
  remedy: {
    text: 'Connect to a model provider, or start a local one such as Ollama.',
    action: 'connect-models',
  },
};

function providerFinding({ label: title, outcome }: AskedProvider): Finding {
  if ('models' in outcome) {
    if (outcome.models > 0)
      return { state: 'good', title, found: `${countText(outcome.models, 'model')} available.` };
    return {
      state: 'warning',
      title,
      found: 'It answers, but offers no models.',
      remedy: { text: `Add a model to ${title}, then check again.` },
    };
  }
  if (outcome.code === 'cancelled')
    return {
      state: 'bad',
      title,
      found: 'It didn’t list its models in time.',
      remedy: { text: `Check that ${title} is running and can be reached.` },
    };
  const needsKey = outcome.code === 'model-unauthorized';
  return {
    state: 'bad',
    title,
    found: outcome.message,
    remedy: needsKey
      ? { text: `Set the API key of ${title}.`, action: 'set-api-key' }
      : {
          text: 'You can also connect to other models.',
          action: 'connect-models',
        },
  };
}

function consentFinding({ granted, refused, notAsked }: Consents): Finding {
  const title = 'VS Code';
  const all = granted + refused + notAsked;
  if (all === 0) return { state: 'good', title, found: 'VS Code offers no models of other extensions.' };
  const found = `${countText(all, 'model')}: Converser may use ${granted}, may not use ${refused}, and has not asked yet about ${notAsked}.`;
  if (granted === all) return { state: 'good', title, found };
  const remedy = {
    text: 'Other programs can’t answer VS Code’s question about a model. Choose the model in the sidebar and send a message: VS Code then asks you.',
    action: 'choose-model',
  } as const;
  return { state: 'warning', title, found, remedy };
}

function chosenFindings(chosen: Awaited<ReturnType<ModelPorts['chosen']>>): readonly Finding[] {
  if (chosen === undefined) return [];
  const { name, isThere } = chosen;
  const title = 'Default model';
  if (isThere) return [{ state: 'good', title, found: `${name}, for programs that name no other.` }];
  return [
    {
      state: 'bad',
      title,
      found: `${name} is not available.`,
      remedy: { text: 'Choose another model.', action: 'choose-model' },
    },
  ];
}
