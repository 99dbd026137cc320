import type { CapabilityCard, Conclusions, ProbeName, ProbeResult } from './capability-card.ts';
import { formText } from './forge/trial-text.ts';

export const probeTitles: Readonly<Record<ProbeName, string>> = {
  native: 'Native calls',
  parallel: 'Parallel calls',
  contract: 'Contract, free',
  constrained: 'Contract, constrained',
  images: 'Images',
  streaming: 'Streaming',
  context: 'Context size',
};

export function conclusionText({ tools, replySchema, contract }: Conclusions): string {
  switch (tools) {
    case 'native':
      return 'Tools: native.';
    case 'contract':
      return contract === undefined
        ? `Tools: through the contract, ${replySchema ? 'enforced by the server' : 'free'}.`
        : `Tools: through the contract: ${formText(contract)}.`;
    case 'none':
      return 'Tools: none; no way of calling them worked.';
  }
}

type Cost = Pick<ProbeResult, 'took' | 'requests' | 'tokens'>;

export function checkCostText({ took, requests, tokens }: Cost): string {
  const parts = [secondsText(took), requests === 1 ? '1 request' : `${requests} requests`];
  return [...parts, ...(tokens === undefined ? [] : [`${tokens.toLocaleString('en')} tokens`])].join(' · ');
}

export function secondsText(milliseconds: number): string {
  if (milliseconds < 50) return 'under 0.1 s';
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

export function totalOf({ probes }: Pick<CapabilityCard, 'probes'>): Cost {
  const told = probes.flatMap(({ tokens }) => (tokens === undefined ? [] : [tokens]));
  const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0);
  return {
    requests: sum(probes.map(({ requests }) => requests)),
    took: sum(probes.map(({ took }) => took)),
    ...(told.length === 0 ? {} : { tokens: sum(told) }),
  };
}
