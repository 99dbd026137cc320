import { perObject } from '../../ground/per-object.ts';
import type { Ensemble } from './ensemble.ts';
import type { Invoker } from './invoker.ts';
import { asChosen, isOn, type ToolChoices, whyOff } from './tool-choices.ts';

export interface OfferedInvokers {
  readonly choices: ToolChoices;
  choose(choices: ToolChoices): void;
  /** Returns the same list until the choices change, so that what derives from it can be kept. */
  of(ensemble: Pick<Ensemble, 'invokers'>): readonly Invoker[];
  off(ensemble: Pick<Ensemble, 'invokers'>): ReadonlyMap<string, string>;
}

export function createOfferedInvokers(): OfferedInvokers {
  let choices: ToolChoices = new Map();
  let offered = perObject(make);

  function make(invokers: readonly Invoker[]): readonly Invoker[] {
    const made = invokers
      .filter(invoker => isOn(invoker, choices))
      .map(invoker => asChosen(invoker, choices));
    const isSame = made.length === invokers.length && made.every((invoker, at) => invoker === invokers[at]);
    return isSame ? invokers : made;
  }

  return {
    get choices() {
      return choices;
    },
    choose(next) {
      choices = next;
      offered = perObject(make);
    },
    of: ({ invokers }) => offered(invokers),
    off: ({ invokers }) =>
      new Map(
        invokers
          .filter(invoker => !isOn(invoker, choices))
          .map(invoker => [invoker.name, whyOff(invoker, choices)]),
      ),
  };
}
