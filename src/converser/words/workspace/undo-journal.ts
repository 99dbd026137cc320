import type { Label } from '../labels/label.ts';
import type { Location } from './workspace.ts';

/** Keeps what files were before a turn changes them, so that the turn can be undone. */
export interface Journal {
  /** Nothing is kept until something changes. */
  record(about: RecordOrigin): ChangeRecord;
  /** Why nothing can be kept, for people: then tools that change files fail. `undefined`: it can. Never rejects. */
  trouble(): Promise<string | undefined>;
  /**
   * What couldn't be brought back if a command ran now: as `WatchedChanges.notKept`, as far as it can be told without
   * copying anything. Rejects only once the signal has aborted.
   */
  foresee(signal: AbortSignal): Promise<readonly string[]>;
}

/** What made the changes, for people to recognise it. */
export interface RecordOrigin {
  readonly conversationId: string;
  /** The id of the turn's first canister. Absent: it belongs to no turn. */
  readonly turnId?: string;
  /** What you asked, or the tool that another program called. */
  readonly title: string;
}

/** The changes of one turn, or of one call that belongs to none. */
export interface ChangeRecord {
  /**
   * Contract: resolves once what is there is kept durably. Rejects if it can't be kept; then nothing must be changed.
   */
  begin(change: FileChange): Promise<BegunChange>;
  /**
   * Keeps what all files of the workspace's folders are, right before something runs that may change any of them: a
   * command.
   *
   * Contract: resolves once all of it but `notKept` is kept durably. Rejects if nothing can be kept, or once the signal
   * has aborted; then nothing must run.
   */
  watch(about: WatchedTool): Promise<WatchedChanges>;
  /** A call is about to run that may change something that isn't kept, and write texts into files. Never rejects. */
  noteOther(tool: string, carried?: CarriedTexts): Promise<void>;
  /** Releases what the record holds. What a tool that was left behind still changes is recorded all the same. Never rejects. */
  end(): Promise<void>;
}

/** What a call may write into files. They are labelled so, wherever they lie. */
export interface CarriedTexts {
  readonly texts: readonly string[];
  readonly label: Label;
}

export interface BegunChange {
  /** Keeps what is there now, so that later changes can be told from this one. Never rejects. */
  done(): Promise<void>;
}

export interface WatchedTool {
  /** Its full name, for people. */
  readonly tool: string;
  readonly signal: AbortSignal;
  /** What it may write into files, which are labelled so once it has ended. Absent: nothing that needs a label. */
  readonly label?: Label;
}

export interface WatchedChanges {
  /** For people, a line each: what couldn't be brought back, because it is too large or too much. */
  readonly notKept: readonly string[];
  /**
   * Records all that has changed since, once what ran has ended. What you saved in an editor meanwhile stays yours. What
   * you changed otherwise can't be told from that: an undo takes it back too, and undoing the undo brings it again. Never
   * rejects.
   */
  done(): Promise<void>;
}

/** What is about to happen. The folders above each place have their links followed. */
export type FileChange =
  /** Creates, writes or removes what is at a place. */
  | {
      readonly kind: 'replace';
      readonly place: Location;
      /** What is about to be written, where that is known: even if Converser ends in the middle, it is recognised. */
      readonly bytes?: Uint8Array;
    }
  | { readonly kind: 'move'; readonly from: Location; readonly to: Location }
  /** Gives a folder other permissions, and nothing in it. */
  | { readonly kind: 'mode'; readonly place: Location };
