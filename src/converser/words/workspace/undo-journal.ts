import type { Label } from '../labels/label.ts';
import type { Location } from './workspace.ts';

export interface Journal {
  record(about: RecordOrigin): ChangeRecord;
  /** Says why nothing can be kept, for people: then tools that change files fail. Never rejects. */
  trouble(): Promise<string | undefined>;
  /** What an undo couldn't bring back, as far as known without copying. Rejects only once aborted. */
  foresee(signal: AbortSignal): Promise<readonly string[]>;
}

export interface RecordOrigin {
  readonly conversationId: string;
  readonly turnId?: string;
  readonly title: string;
}

export interface ChangeRecord {
  /** Contract: resolves once it is kept durably. Rejects if it can't be; then nothing must be changed. */
  begin(change: FileChange): Promise<BegunChange>;
  /** Contract: resolves once all but `notKept` is kept durably. If it rejects, nothing must run. */
  watch(about: WatchedTool): Promise<WatchedChanges>;
  noteOther(tool: string, carried?: CarriedTexts): Promise<void>;
  /** Later changes of a tool that was left behind are still recorded. Never rejects. */
  end(): Promise<void>;
}

export interface CarriedTexts {
  readonly texts: readonly string[];
  readonly label: Label;
}

export interface BegunChange {
  /** Keeps what is there now, so that later changes can be told from this one. Never rejects. */
  done(): Promise<void>;
}

export interface WatchedTool {
  readonly tool: string;
  readonly signal: AbortSignal;
  readonly label?: Label;
  /** Nothing else can change. Default: everything can. */
  readonly only?: readonly WatchedPlace[];
}

export interface WatchedPlace {
  /** Absolute and real. */
  readonly place: string;
  /** What is in it can change, too. */
  readonly isWhole: boolean;
}

/** Begins to keep what changes: all, or nothing but these places. */
export type Watch = (only?: readonly WatchedPlace[]) => Promise<WatchedChanges>;

export interface WatchedChanges {
  /** One line each, for people: what is too large, or too much, to bring back. */
  readonly notKept: readonly string[];
  /** Undo takes back all changes but what you saved in an editor meanwhile. Never rejects. */
  done(): Promise<void>;
}

export type FileChange =
  | {
      readonly kind: 'replace';
      readonly place: Location;
      /** The new bytes, if known: even if Converser ends in the middle, they are recognised. */
      readonly bytes?: Uint8Array;
    }
  | { readonly kind: 'move'; readonly from: Location; readonly to: Location }
  | { readonly kind: 'mode'; readonly place: Location };
