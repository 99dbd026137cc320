import { modelReference } from '../../converser/words/models/model-reference.ts';
import type { Model } from '../../converser/words/models/provider.ts';

/** The client's name may mean another spelling, or a fallback may have answered. */
export function modelHeader(model: Model): Readonly<Record<string, string>> {
  // Headers take ASCII only, and providers name models freely.
  const reference = modelReference(model).toWellFormed();
  return { 'x-converser-model': reference.replaceAll(/[^\x21-\x7e]/gu, encodeURIComponent) };
}
