import { type ConverserError, fault } from '../../converser/ground/errors.ts';
import { shortened } from '../../converser/ground/wording/cut-text.ts';

export const whereListed = 'GET /v1/models lists all.';

/** Clients of the gateway have no commands of VS Code. */
export const modelErrors = {
  unknown: (name: string, near: readonly string[]): ConverserError =>
    notFound(`Model ${shown(name)} not found.${near.length === 0 ? '' : ` Did you mean ${listed(near)}?`}`),
  ambiguous: (name: string, references: readonly string[]): ConverserError =>
    notFound(`Model ${shown(name)} can be several. Name the one that you mean: ${listed(references)}.`),
  none: (): ConverserError =>
    fault(
      'no-model',
      'No model is available. Check that the model provider of Converser is running and that its key is set, then try again.',
      { retryable: true },
    ),
};

function notFound(message: string): ConverserError {
  return fault('model-not-found', `${message} ${whereListed}`);
}

const longestShown = 100;

function shown(name: string): string {
  return JSON.stringify(shortened(name, longestShown));
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}
