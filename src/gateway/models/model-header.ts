import { modelReference } from '../../converser/words/models/model-reference.ts';
import type { Model } from '../../converser/words/models/provider.ts';

/** Says which model answered: the name that the client gave may mean another spelling, or a fallback answered. */
export function modelHeader(model: Model): Readonly<Record<string, string>> {
  // Headers take ASCII only, and providers name their models as they like.
  const reference = modelReference(model).toWellFormed();
  return { 'x-converser-model': reference.replaceAll(/[^\x21-\x7e]/gu, encodeURIComponent) };
}
