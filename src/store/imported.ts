import type { Canister } from '../converser/words/canister/canister.ts';
import { labelOf } from '../converser/words/conversation/label-of.ts';
import { join, ofOutside } from '../converser/words/labels/label.ts';

/** All that was stored before it came from elsewhere. Each import adds its own, so exports leave it out. */
export interface Imported {
  /** The program that the conversation was led with, for people. */
  readonly from: string;
}

/** A conversation that you had elsewhere. */
export interface Importable {
  readonly title: string;
  /** When it was last written to. */
  readonly time: Date;
  /** The name of the workspace's folder, for people, if it is another one. */
  readonly workspace?: string;
  /** Rejects for more than `largestImport`. */
  read(): Promise<Uint8Array>;
}

/** In bytes, also of what is compressed. */
export const largestImport = 50 * 1024 ** 2;

export function isImport(record: string): boolean {
  return record.startsWith('{"imported":');
}

/** An imported conversation belongs to no program of this gateway, whatever it says. */
export function ownOnes(records: readonly string[]): readonly string[] {
  return records.slice(records.findLastIndex(isImport) + 1);
}

/** Anybody may have written a file, so nothing in it counts as what you said or a model answered here. */
export function asImported(
  canisters: readonly Canister[],
  imports: ReadonlyMap<Canister, Imported>,
): readonly Canister[] {
  if (imports.size === 0) return canisters;
  return canisters.map(canister => {
    const imported = imports.get(canister);
    if (imported === undefined) return canister;
    const own = labelOf(canister);
    const read = own.read ?? `the conversation imported from ${imported.from}`;
    const label = { ...join(own, ofOutside(`import:${imported.from}`)), read };
    // Instructions of yours are not among what somebody else wrote.
    if (canister.role === 'supervisor') return { ...canister, role: 'document', label };
    return { ...canister, label };
  });
}
