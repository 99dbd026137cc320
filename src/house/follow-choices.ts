import type { Disposable } from '../converser/ground/async/listeners.ts';
import type { EnsembleRoster } from '../converser/words/ensemble/ensemble-roster.ts';
import { fullName } from '../converser/words/ensemble/invoker.ts';
import { missingText } from '../converser/words/ensemble/tool-choices.ts';
import type { HostPorts } from './host-ports.ts';

type ChoicePorts = Pick<HostPorts, 'settings' | 'onDidChangeSetting'>;

export function followEnsembleChoices(
  roster: EnsembleRoster,
  { settings, onDidChangeSetting }: ChoicePorts,
): Disposable {
  let chosen: readonly string[] = [];
  const apply = () => {
    const choices = new Map(Object.entries(settings.ensembles));
    // Only choices that are gone are unset, since a moment without its choice could disconnect an ensemble.
    for (const name of chosen) if (!choices.has(name)) roster.setEnabled(name, undefined);
    for (const [name, enabled] of choices) roster.setEnabled(name, enabled);
    chosen = [...choices.keys()];
  };
  apply();
  return onDidChangeSetting('ensembles', apply);
}

export function followToolChoices(
  roster: EnsembleRoster,
  { settings, onDidChangeSetting, host: { log } }: ChoicePorts & Pick<HostPorts, 'host'>,
): Disposable {
  let logged = new Set<string>();
  const apply = () => {
    logged = new Set();
    roster.setToolChoices(settings.tools);
  };
  const look = () => {
    for (const ensemble of roster.ensembles) {
      for (const name of roster.missing(ensemble)) {
        const missing = fullName({ ensemble: ensemble.name, name });
        if (!logged.has(missing))
          log.warn(`converser.tools, ${JSON.stringify(missing)}: ${missingText(missing)}`);
        logged.add(missing);
      }
    }
  };
  const looking = roster.onDidChange(look);
  apply();
  const following = onDidChangeSetting('tools', apply);
  return {
    dispose() {
      looking.dispose();
      following.dispose();
    },
  };
}
