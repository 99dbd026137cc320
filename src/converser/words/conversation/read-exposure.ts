import { shortened } from '../../ground/wording/cut-text.ts';
import { visibleLine } from '../../ground/wording/visible-text.ts';
import { type Canister, type InvocationCanister, isInvocation } from '../canister/canister.ts';
import { textOf } from '../canister/content.ts';
import { fullName, type Invoker } from '../ensemble/invoker.ts';
import { addCause, type Cause, type Exposure, unexposed } from '../labels/exposure.ts';
import { describerOf, type ReadLabel, type Source, toolsOf } from '../labels/label.ts';
import { sourcesText, sourceText } from '../texts/source-text.ts';
import { labelOf } from './label-of.ts';

/** Includes what models no longer see. Returns the same object if nothing is new. */
export function exposureOf(canisters: readonly Canister[], before: Exposure = unexposed): Exposure {
  const outside = new Map(before.outside);
  const secrets = new Map(before.secrets);
  const described = new Map(before.described);
  // Descriptions of tools taint a text as much as they taint the conversation in which it was written.
  const causesOf = (source: Source) => (describerOf(source) === undefined ? outside : described);
  let calls: ReadonlyMap<string, InvocationCanister> | undefined;
  for (const canister of canisters) {
    const { label } = canister;
    if (label === undefined || (label.integrity !== 'outside' && label.confidentiality !== 'secret'))
      continue;
    const isNew =
      label.confidentiality === 'secret' || label.sources.some(source => !causesOf(source).has(source));
    if (!isNew) continue;
    calls ??= new Map(canisters.filter(isInvocation).map(call => [call.id, call]));
    const cause = { text: causeText(canister, calls), canisterId: canister.id };
    for (const source of label.sources) addCause(causesOf(source), source, cause);
    if (label.confidentiality === 'secret') addCause(secrets, secretName(canister, calls), cause);
  }
  const isSame =
    outside.size === before.outside.size &&
    secrets.size === before.secrets.size &&
    described.size === before.described.size;
  return isSame ? before : { outside, secrets, described };
}

export function exposureToTools(invokers: readonly Invoker[]): Exposure {
  const described = new Map<Source, Cause>();
  for (const { describedBy: source } of invokers) {
    if (source === undefined || described.has(toolsOf(source))) continue;
    addCause(described, toolsOf(source), { text: `${sourceText(source)} describes its tools to the model` });
  }
  return described.size === 0 ? unexposed : { ...unexposed, described };
}

type Calls = ReadonlyMap<string, InvocationCanister>;

function causeText(canister: Canister, calls: Calls): string {
  const { read, sources } = labelOf(canister);
  const from = sources.length === 0 ? '' : ` from ${sourcesText(sources)}`;
  if (read !== undefined) return `${short(read)} was read${isNamedIn(read, sources) ? '' : from}`;
  switch (canister.role) {
    case 'result':
      return `${nameOfCall(canister.invocationId, calls)} returned content${from}`;
    case 'document':
      return `${nameOfDocument(canister)} was attached${from}`;
    default:
      return `an answer was written after content${from} was read`;
  }
}

function isNamedIn(read: string, sources: ReadLabel['sources']): boolean {
  return sources.every(source => read.includes(source.slice(source.indexOf(':') + 1)));
}

function secretName(canister: Canister, calls: Calls): string {
  const { read } = labelOf(canister);
  return read ?? (canister.role === 'result' ? nameOfCall(canister.invocationId, calls) : canister.role);
}

function nameOfCall(id: string, calls: Calls): string {
  const call = calls.get(id);
  return call === undefined ? 'a tool' : short(fullName(call));
}

function nameOfDocument({ content }: Canister): string {
  const [first] = content;
  return first?.type === 'resource' ? short(first.uri) : `“${short(textOf(content), 40)}”`;
}

function short(text: string, limit = 120): string {
  return shortened(visibleLine(text.slice(0, 2 * limit).trim()), limit);
}
